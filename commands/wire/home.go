package wire

// Home is what an event that lives in a channel of a type can do there.
type Home struct {
	Posts   bool        // it takes messages
	Threads ChannelType // of the threads that can be opened on its messages; 0 if none can
	Write   Permissions // needed to write there, beside seeing it
}

// homes has the types in which an event can live. What a forum holds are threads; a category
// and a directory hold channels. Media channels hold threads too, of pictures, which an event
// is not.
var homes = map[ChannelType]Home{
	ChannelText:               {Posts: true, Threads: ChannelPublicThread, Write: SendMessages},
	ChannelAnnouncement:       {Posts: true, Threads: ChannelAnnouncementThread, Write: SendMessages},
	ChannelVoice:              {Posts: true, Write: SendMessages | Connect},
	ChannelStage:              {Posts: true, Write: SendMessages | Connect},
	ChannelAnnouncementThread: {Posts: true, Write: SendMessagesInThreads},
	ChannelPublicThread:       {Posts: true, Write: SendMessagesInThreads},
	ChannelPrivateThread:      {Posts: true, Write: SendMessagesInThreads},
}

// Home returns what an event can do in a channel of this type: nothing if it cannot live
// there. The posts of a forum are threads.
func (t ChannelType) Home() Home { return homes[t] }
