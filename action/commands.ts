/** The words after `hardhat` of each check. To add one: its name in `action.yml` and in `docs/continuous-integration.md`. */
export const commands: Readonly<Record<string, readonly string[]>> = {
  tests: ["test"],
  lint: ["plugs", "lint"],
  wiring: ["messaging", "wire", "--check"],
  trust: ["plugs", "trust", "--check"],
}
