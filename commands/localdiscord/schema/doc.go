// Package schema judges traffic by Discord's own descriptions: requests and
// answers of the REST API by its OpenAPI document, payloads of the gateway by a
// JSON Schema. It is the judge of the bot and of the local Discord alike, and
// independent of both: it reads the descriptions and has no type of a payload.
package schema
