import { commandBlock, element } from "./dom.js"

/** Where the first contract of a devnet's first account is, whose address depends on nothing else. */
const firstGreeter = "0x5fbdb2315678afecb367f032d93f642f64180aa3"

/** What a devnet shows on which nothing has moved: how to make something move. */
export function createEmpty(): HTMLElement {
  return element(
    "section",
    { class: "empty" },
    element("h2", {}, "Nothing has moved yet"),
    element(
      "p",
      {},
      "Deploy and connect a pair of plugs, then send a message. In a project that npm create hardhat-plugs wrote:",
    ),
    commandBlock("npx hardhat run scripts/deploy.ts"),
    commandBlock(`npx hardhat messaging send ${firstGreeter} "greet(uint32,string)" beta hello --from alpha --track`),
    element("p", { class: "dim" }, "Whatever your scripts and tasks send to this devnet appears here as it moves."),
  )
}
