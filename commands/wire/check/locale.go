package check

import "slices"

// isLocale reports whether Discord's client has this locale; only these can have
// translations. They are the 32 of the reference page on locales and es-419.
func isLocale(name string) bool {
	return slices.Contains([]string{
		"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it",
		"lt", "hu", "nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr",
		"cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
	}, name)
}

// checkTranslations applies check to every translation of a text and reports
// locales that do not exist.
func checkTranslations(v value, check func(value)) {
	for _, locale := range v.keys() {
		text := v.get(locale)
		if !isLocale(locale) {
			text.fail("is for a locale that Discord does not have")
			continue
		}
		check(text)
	}
}
