import { listMessages } from "./follow/listMessages.js"
import { readRemembered } from "./follow/readRemembered.js"
import { listRows } from "./index.js"
import { messageTable } from "./output/messageTable.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains, type SourceReference } from "#src/plugin/config/chainsOf.js"
import { openChains, requireOne } from "#src/plugin/connection/chains/openChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { extras } from "#src/plugin/extras.js"
import { PartlyReadError } from "#src/plugin/run/shownErrors.js"
import { findChain } from "#src/primitives/chains.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { paint } from "#src/terminal/paint.js"
import { explainHint } from "#tasks/explain/output/adviseNext.js"

export default actionOf(listRows, async (args, hre, { terminal: { err }, signal, clock }) => {
  const { account, state, limit, blocks, source: choice } = args
  const all = chainsOf(hre.config.plugs)
  const where: SourceReference = { from: args.chain, network: hre.globalOptions.network }
  const given = where.from ?? where.network
  const chain =
    given === undefined ? undefined : findChain(all, given, args.chain === undefined ? "--network" : "--chain")
  const book = await openContractBook(hre)
  const contract = args.plug === undefined ? undefined : await book.find(args.plug, { chain, argument: "plug" })
  const source = chain ?? contract?.chain

  await using chains = openChains(hre, { named: [source] })
  const wanted = { src: source?.slug, srcPlug: contract?.address, status: state, limit }
  const listOnChains = async () =>
    await listMessages({
      sources: source === undefined ? all : [source],
      chains,
      api: choice === "chain" ? undefined : await openMessaging(hre.config.plugs, { clock }),
      source: choice,
      remembered: await readRemembered(hre, chains, err),
      plug: contract?.address,
      ...{ account, state, limit, blocks, signal },
    })
  const { messages, searched, problems, disagreements } = args.fromStore
    ? await (await extras.knownMessages()).listKnown(hre, wanted, { clock })
    : await listOnChains()
  const chainName = nameChains(all)
  for (const { srcChainSlug, says } of problems) {
    err.line(paint.magenta(`${chainName(srcChainSlug)} is left out: ${says}.`))
  }
  for (const { messageId, delivered, notDelivered } of disagreements) {
    const says = `${delivered} says that it was delivered, and ${notDelivered} says that it was not`
    err.line(paint.magenta(`The state of ${messageId} is not certain: ${says}.`))
  }
  const error =
    searched.length > 0
      ? undefined
      : new PartlyReadError(problems.map(({ srcChainSlug }) => ({ name: chainName(srcChainSlug) })))
  if (args.fromStore) {
    const read = searched.map(({ srcChainSlug, toBlock }) => `${chainName(srcChainSlug)} block ${toBlock}`)
    err.line(paint.dim(`Read up to ${read.join(", ") || "no block"}.`))
  } else if (error !== undefined && messages.length === 0 && !args.json) {
    err.line(paint.red("Nothing was searched: no chain could be read."))
    await requireOne(chains, source === undefined ? all : [source])
  }
  const late = messages.find(({ status }) => status !== "EXECUTION_SUCCESS")
  const plugName = (slug: number, plug: string): string | undefined => book.nameOf(slug, plug)
  return {
    document: { messages, searched, problems, disagreements },
    report: () =>
      messages.length > 0
        ? messageTable(messages, { chainName, plugName, now: clock.now() })
        : error === undefined &&
          (args.fromStore
            ? "The watch knows no such message."
            : `No message was found in the newest ${blocks} blocks. --blocks searches more.`),
    notes: explainHint(late && explainMessageCommand(late.messageId)),
    error,
  }
})
