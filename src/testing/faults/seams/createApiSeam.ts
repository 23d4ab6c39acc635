/** What Node's server gives beside a request. */
export type ServerEnv = {
  readonly incoming?: { readonly socket?: { destroy(): unknown } }
}

type Fetch = (request: Request, env?: ServerEnv) => Response | Promise<Response>

/** Answers a request, itself or by `forward`. */
export type ApiHook = (request: Request, forward: () => Promise<Response>, env: ServerEnv) => Promise<Response>

/** Where faults take hold of the APIs. */
export type ApiSeam = {
  /** Asked for each request, the last one added first. */
  readonly hooks: Set<ApiHook>
  readonly wrapFetch: (fetch: Fetch) => Fetch
}

export function createApiSeam(): ApiSeam {
  const hooks = new Set<ApiHook>()
  return {
    hooks,
    wrapFetch: (fetch) => async (request, env) =>
      await [...hooks].reduce<() => Promise<Response>>(
        (forward, hook) => () => hook(request, forward, env ?? {}),
        async () => await fetch(request, env),
      )(),
  }
}
