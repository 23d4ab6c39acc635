import type { Clock } from "../../src/primitives/clock.js"

/** Milliseconds by which clocks may differ. A quote is valid for about a minute. */
export const maxSkewMs = 30_000

/** The machine's own time, which can be set wrong. */
export function wallTimeOf({ now, wallTime = now }: Pick<Clock, "now" | "wallTime">): number {
  return wallTime()
}

const commands: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "sudo timedatectl set-ntp true",
  darwin: "sudo sntp -sS time.apple.com",
  win32: "w32tm /resync",
}

/** How this machine's clock is set right. */
export function fixClock(): string {
  const command = commands[process.platform]
  return `Set this machine's clock by the network's${command === undefined ? "." : `: ${command}`}`
}
