import { commandBlock, element } from "./dom.js"

/** What a devnet shows on which nothing has moved: how to make something move. */
export function createEmpty(): HTMLElement {
  return element(
    "section",
    { class: "empty" },
    element("h2", {}, "Nothing has moved yet"),
    element(
      "p",
      {},
      "Deploy and connect a pair of plugs, then send a message. In a project of npm create hardhat-plugs:",
    ),
    commandBlock("npx hardhat run scripts/deploy.ts --network alpha"),
    commandBlock("npx hardhat run scripts/send.ts --network alpha"),
    element("p", { class: "dim" }, "Whatever your scripts and tasks send to this devnet appears here as it moves."),
  )
}
