package text

// Message is a text as a file has it.
type Message = message

// Parse adds the texts of a file.
var Parse = parse

// Forms are the plural forms by their names.
var Forms = forms
