import type { ZodType } from "zod"

/** What a response must match, or what loads it. */
export type ResponseSchema<T> = ZodType<T> | (() => Promise<ZodType<T>>)

/**
 * Loads schemas once a response is there to be parsed: Zod and the schemas take longer to load than the request takes to be sent, and a
 * server works meanwhile. They are loaded once.
 *
 * @example
 * const schemas = lazySchemas(() => import("./wire/schemas.js"))
 * await transport.get({ route, query, schema: schemas((wire) => wire.messagesSchema) })
 */
export function lazySchemas<Module>(
  load: () => Promise<Module>,
): <T>(pick: (module: Module) => ZodType<T>) => () => Promise<ZodType<T>> {
  let loaded: Promise<Module> | undefined
  return (pick) => async () => pick(await (loaded ??= load()))
}
