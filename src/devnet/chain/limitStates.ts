/** Read by EDR when it creates a chain. It has no other option for this. */
const variable = "__EDR_MAX_CACHED_STATES"

/**
 * The newest states that a chain keeps ready. It makes an older one again from what each block changed, when something is read at that
 * block. Without a limit it keeps 100,000, which take two thirds of a chain's memory.
 */
const readyStates = "128"

let opening = 0
let before: string | undefined

/**
 * Limits how many states the chains keep that are created meanwhile. A limit of the user's own is left as it is.
 *
 * The limit is part of the environment only while chains are created, so that the user's other chains have their own.
 */
export async function limitStates<Created>(create: () => Promise<Created>): Promise<Created> {
  if (opening === 0) {
    before = process.env[variable]
    process.env[variable] = before ?? readyStates
  }
  opening += 1
  try {
    return await create()
  } finally {
    opening -= 1
    if (opening === 0) restore()
  }
}

function restore(): void {
  if (before === undefined) Reflect.deleteProperty(process.env, variable)
  else process.env[variable] = before
}
