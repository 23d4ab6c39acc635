/** Milliseconds of CPU time of this process so far, in user code and in the system, EDR's threads included. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
