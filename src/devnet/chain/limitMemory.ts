/**
 * What limits the memory of chains. Environment variables, because EDR and its allocator have no other options for this: EDR reads the
 * first when it creates a chain, the allocator reads the second when EDR is loaded for the first chain of a process.
 */
const limits: Readonly<Record<string, string>> = {
  // The newest states that a chain keeps ready. It makes an older one again from what each block changed, when something is read at that
  // block. Without a limit it keeps 100,000, which take two thirds of a chain's memory.
  __EDR_MAX_CACHED_STATES: "128",
  // Memory is taken page by page, as on macOS and Windows. Huge pages of 2 MB each take 60 MB more for a devnet at rest and 150 MB more
  // for twenty chains, and save a twentieth of the time of a delivery.
  MIMALLOC_ARENA_EAGER_COMMIT: "0",
}

let opening = 0
let added: readonly string[] = []

/** A limit of the user's own stays. The limits are in the environment only meanwhile, so that other chains have their own. */
export async function limitMemory<Created>(create: () => Promise<Created>): Promise<Created> {
  if (opening === 0) {
    added = Object.keys(limits).filter((name) => process.env[name] === undefined)
    for (const name of added) process.env[name] = limits[name]
  }
  opening += 1
  try {
    return await create()
  } finally {
    opening -= 1
    if (opening === 0) for (const name of added) Reflect.deleteProperty(process.env, name)
  }
}
