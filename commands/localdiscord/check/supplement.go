package check

// supplement describes the events and the client's opcodes that the gateway
// schema leaves out, in terms of its definitions. The source is Discord's page
// on gateway events.
const supplement = `{"definitions": {
	"id": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
	"ids": {"type": "array", "items": {"$ref": "#/definitions/id"}},
	"RESUMED": {"type": ["object", "null"]},
	"GUILD_UPDATE": {"$ref": "#/definitions/APIGuild"},
	"GUILD_DELETE": {
		"type": "object", "required": ["id"],
		"properties": {"id": {"$ref": "#/definitions/id"}, "unavailable": {"type": "boolean"}}
	},
	"GUILD_ROLE_UPDATE": {"$ref": "#/definitions/GatewayGuildRoleModifyDispatchData"},
	"GUILD_ROLE_DELETE": {
		"type": "object", "required": ["guild_id", "role_id"],
		"properties": {"guild_id": {"$ref": "#/definitions/id"}, "role_id": {"$ref": "#/definitions/id"}}
	},
	"CHANNEL_UPDATE": {"$ref": "#/definitions/GatewayChannelModifyDispatchData"},
	"CHANNEL_DELETE": {"$ref": "#/definitions/GatewayChannelModifyDispatchData"},
	"CHANNEL_PINS_UPDATE": {
		"type": "object", "required": ["channel_id"],
		"properties": {
			"guild_id": {"$ref": "#/definitions/id"}, "channel_id": {"$ref": "#/definitions/id"},
			"last_pin_timestamp": {"type": ["string", "null"], "format": "date-time"}
		}
	},
	"THREAD_DELETE": {
		"type": "object", "required": ["id", "guild_id", "parent_id", "type"],
		"properties": {
			"id": {"$ref": "#/definitions/id"}, "guild_id": {"$ref": "#/definitions/id"},
			"parent_id": {"$ref": "#/definitions/id"}, "type": {"enum": [10, 11, 12]}
		}
	},
	"THREAD_MEMBER_UPDATE": {
		"allOf": [{"$ref": "#/definitions/APIThreadMember"}],
		"required": ["guild_id"], "properties": {"guild_id": {"$ref": "#/definitions/id"}}
	},
	"THREAD_LIST_SYNC": {
		"type": "object", "required": ["guild_id", "threads", "members"],
		"properties": {
			"guild_id": {"$ref": "#/definitions/id"}, "channel_ids": {"$ref": "#/definitions/ids"},
			"threads": {"type": "array", "items": {"$ref": "#/definitions/APIThreadChannel"}},
			"members": {"type": "array", "items": {"$ref": "#/definitions/APIThreadMember"}}
		}
	},
	"MESSAGE_DELETE_BULK": {
		"type": "object", "required": ["ids", "channel_id"],
		"properties": {
			"ids": {"$ref": "#/definitions/ids"}, "channel_id": {"$ref": "#/definitions/id"},
			"guild_id": {"$ref": "#/definitions/id"}
		}
	},
	"MESSAGE_REACTION_REMOVE": {"$ref": "#/definitions/reaction"},
	"MESSAGE_REACTION_REMOVE_ALL": {"$ref": "#/definitions/reactions"},
	"MESSAGE_REACTION_REMOVE_EMOJI": {
		"allOf": [{"$ref": "#/definitions/reactions"}],
		"required": ["emoji"], "properties": {"emoji": {"$ref": "#/definitions/APIEmoji"}}
	},
	"reactions": {
		"type": "object", "required": ["channel_id", "message_id"],
		"properties": {
			"channel_id": {"$ref": "#/definitions/id"}, "message_id": {"$ref": "#/definitions/id"},
			"guild_id": {"$ref": "#/definitions/id"}
		}
	},
	"reaction": {
		"allOf": [{"$ref": "#/definitions/reactions"}],
		"required": ["user_id", "emoji"],
		"properties": {"user_id": {"$ref": "#/definitions/id"}, "emoji": {"$ref": "#/definitions/APIEmoji"}}
	},
	"TYPING_START": {
		"type": "object", "required": ["channel_id", "user_id", "timestamp"],
		"properties": {
			"channel_id": {"$ref": "#/definitions/id"}, "guild_id": {"$ref": "#/definitions/id"},
			"user_id": {"$ref": "#/definitions/id"}, "timestamp": {"type": "integer"}
		}
	},
	"USER_UPDATE": {"$ref": "#/definitions/APIUser"},
	"GUILD_SCHEDULED_EVENT_CREATE": {"$ref": "#/definitions/APIGuildScheduledEvent"},
	"GUILD_SCHEDULED_EVENT_UPDATE": {"$ref": "#/definitions/APIGuildScheduledEvent"},
	"GUILD_SCHEDULED_EVENT_DELETE": {"$ref": "#/definitions/APIGuildScheduledEvent"},
	"WEBHOOKS_UPDATE": {
		"type": "object", "required": ["guild_id", "channel_id"],
		"properties": {"guild_id": {"$ref": "#/definitions/id"}, "channel_id": {"$ref": "#/definitions/id"}}
	},
	"APPLICATION_COMMAND_PERMISSIONS_UPDATE": {
		"type": "object", "required": ["id", "application_id", "guild_id", "permissions"],
		"properties": {
			"id": {"$ref": "#/definitions/id"}, "application_id": {"$ref": "#/definitions/id"},
			"guild_id": {"$ref": "#/definitions/id"}, "permissions": {"type": "array"}
		}
	},
	"GUILD_MEMBERS_CHUNK": {
		"type": "object", "required": ["guild_id", "members", "chunk_index", "chunk_count"],
		"properties": {
			"guild_id": {"$ref": "#/definitions/id"},
			"members": {"type": "array", "items": {"$ref": "#/definitions/APIGuildMember"}},
			"chunk_index": {"type": "integer", "minimum": 0}, "chunk_count": {"type": "integer", "minimum": 1}
		}
	},
	"RATE_LIMITED": {
		"type": "object", "required": ["opcode", "retry_after", "meta"],
		"properties": {"opcode": {"type": "integer"}, "retry_after": {"type": "number"}, "meta": {"type": "object"}}
	},
	"op 4": {
		"type": "object", "required": ["guild_id", "channel_id", "self_mute", "self_deaf"],
		"properties": {
			"guild_id": {"$ref": "#/definitions/id"},
			"channel_id": {"oneOf": [{"$ref": "#/definitions/id"}, {"type": "null"}]},
			"self_mute": {"type": "boolean"}, "self_deaf": {"type": "boolean"}
		}
	},
	"op 8": {
		"type": "object", "required": ["guild_id"],
		"properties": {
			"guild_id": {"oneOf": [
				{"$ref": "#/definitions/id"},
				{"allOf": [{"$ref": "#/definitions/ids"}], "minItems": 1, "maxItems": 1}
			]},
			"query": {"type": "string"}, "limit": {"type": "integer", "minimum": 0},
			"presences": {"type": "boolean"}, "nonce": {"type": "string", "maxLength": 32},
			"user_ids": {"oneOf": [
				{"$ref": "#/definitions/id"},
				{"allOf": [{"$ref": "#/definitions/ids"}], "maxItems": 100}
			]}
		},
		"anyOf": [{"required": ["query", "limit"]}, {"required": ["user_ids"]}]
	},
	"op 31": {"type": "object", "required": ["guild_ids"], "properties": {"guild_ids": {"$ref": "#/definitions/ids"}}},
	"op 43": {
		"type": "object", "required": ["guild_id", "fields"],
		"properties": {"guild_id": {"$ref": "#/definitions/id"}, "fields": {"type": "array", "items": {"type": "string"}}}
	}
}}`
