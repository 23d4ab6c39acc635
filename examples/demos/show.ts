import { styleText } from "node:util"

import type { messageStates } from "#src/messaging/index.js"
import type { Devnet } from "#src/devnet/index.js"
import { openProcess } from "#src/plugin/run/openProcess.js"

type Style = Parameters<typeof styleText>[0]
type Fact = readonly [name: string, value: string]
type States = Readonly<Record<string, Partial<(typeof messageStates)["EXECUTION_SUCCESS"]> | object>>

/** How everything is polled, in milliseconds: often, because it runs in this process. */
export const polling = { minInterval: 10, maxInterval: 50, timeout: 60_000 } as const

/** Colors text where a person reads it in a terminal. */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout })

export function say(...lines: readonly string[]): void {
  console.log(lines.join("\n"))
}

export const title = (text: string): string => `\n${paint("bold", text)}`

/** Lays out names and values, a pair a line, as wide as the longest name, or wider. */
export function facts(pairs: readonly Fact[], atLeast = 0): string {
  const width = Math.max(atLeast, ...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `  ${paint("dim", name.padEnd(width))}  ${value}`).join("\n")
}

/** Lays out a state in the color of what it means, as wide as all of these. */
export function stateColumn(state: string, states: States, beside: States = states): string {
  const width = Math.max(...Object.keys({ ...states, ...beside }).map((known) => known.length))
  return paintState(state, states) + " ".repeat(Math.max(0, width - state.length))
}

export function paintState(state: string, states: States): string {
  const { final } = (states[state] ?? {}) as { readonly final?: string }
  const colors: Readonly<Record<string, Style>> = { success: "green", failure: "red", refund: "magenta" }
  return paint(colors[final ?? ""] ?? (/^REVERTING|^REFUNDING|^INBOUND_R/.test(state) ? "magenta" : "cyan"), state)
}

export function saysOf(state: string, states: States): string {
  return ((states[state] ?? {}) as { readonly says?: string }).says ?? "a state that this version does not know"
}

type Chains = readonly { readonly name: string; readonly chainId: number }[]

/** Says that the devnet is ready, and how long that took. */
export function sayReady(text: string, chains: Chains, startedAt: number, width = 0): void {
  const ms = Math.round(performance.now() - startedAt)
  const elapsed = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
  const ids = chains.map(({ name, chainId }): Fact => [name, `chain id ${chainId}`])
  say(`${paint("bold", text)}, ready in ${elapsed}`, facts(ids, width))
}

/**
 * Moves a devnet on by one state only before the next look at it, so that a demo shows every state.
 *
 * @param load what looks at the devnet
 * @param pace milliseconds between two looks: slow enough to read along
 */
export function stepBefore<Parameters, Answer>(
  { relay }: Pick<Devnet, "relay">,
  load: (parameters: Parameters) => Promise<Answer>,
  pace = 60,
): (parameters: Parameters) => Promise<Answer> {
  let isSeen = false
  return async (parameters) => {
    if (isSeen) {
      await new Promise((resolve) => setTimeout(resolve, pace))
      await relay.step()
    }
    const answer = await load(parameters)
    // Its first state must be seen before it moves on.
    isSeen = !Array.isArray(answer) || answer.length > 0
    return answer
  }
}

/** Runs a demo, and says how to go on. It ends as tasks do: quietly after Ctrl-C, and where nobody reads it any more. */
export async function runDemo(demo: () => Promise<void>): Promise<void> {
  using _ending = openProcess({ patience: 0 })
  await demo()
  say(`\nKeep such a world running with ${paint("cyan", "npx hardhat devnet")}.`)
}
