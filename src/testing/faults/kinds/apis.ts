import { addHook, type ApiHook } from "../../world/hooks.js"
import type { FaultContext, FaultKind, FaultWork } from "../FaultKind.js"
import type { ApiName } from "../options.js"

type Selection = { readonly api: ApiName; readonly route?: string | undefined; readonly times?: number | undefined }

function answer({ api, route = "", times = Infinity }: Selection, context: FaultContext, hook: ApiHook): FaultWork {
  const { world, happen, happened } = context
  const chosen: ApiHook = async (request, forward, env) => {
    if (request.method === "OPTIONS" || happened() >= times || !isAbout(request, { api, route })) return forward()
    happen()
    return await hook(request, forward, env)
  }
  return { attach: () => addHook(world.hooks.apis.hooks, chosen) }
}

function isAbout({ url }: Request, { api, route }: { api: string; route: string }): boolean {
  const { pathname } = new URL(url)
  return pathname.startsWith(`/${api}/`) && pathname.slice(api.length + 1).startsWith(route)
}

export const slowApi: FaultKind<"slowApi"> = (data, context) => {
  const ended = new AbortController()
  const work = answer(data, context, async (request, forward) => {
    const signal = AbortSignal.any([request.signal, ended.signal])
    await context.world.clock.sleep(data.seconds * 1_000, signal).catch(() => undefined)
    return await forward()
  })
  return {
    attach() {
      const detach = work.attach?.()
      return () => {
        detach?.()
        ended.abort()
      }
    },
  }
}

export const staleApi: FaultKind<"staleApi"> = (data, context) => {
  const answers = new Map<string, Promise<Response>>()
  return answer(data, context, async (request, forward) => {
    const known = answers.get(request.url) ?? forward()
    answers.set(request.url, known)
    return (await known).clone()
  })
}

export const limitedApi: FaultKind<"limitedApi"> = (data, context) =>
  answer(data, context, () =>
    Promise.resolve(refusal(429, "too many requests", { "retry-after": String(data.retryAfter) })),
  )

export const failingApi: FaultKind<"failingApi"> = (data, context) =>
  answer(data, context, () => Promise.resolve(refusal(data.status ?? 500, "the server failed")))

export const cutApi: FaultKind<"cutApi"> = (data, context) =>
  answer(data, context, async (_request, forward, env) => {
    const whole = await forward()
    const body = new Uint8Array(await whole.arrayBuffer())
    const half = body.slice(0, Math.floor(body.length / 2))
    const headers = new Headers(whole.headers)
    headers.set("content-length", String(body.length))
    let isBegun = false
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isBegun) {
          isBegun = true
          controller.enqueue(half)
          return
        }
        env.incoming?.socket?.destroy()
        controller.close()
      },
    })
    return new Response(stream, { status: whole.status, headers })
  })

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ status: "ERROR", message }, { status, headers })
}
