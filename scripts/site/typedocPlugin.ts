import { statSync } from "node:fs"
import { registerHooks } from "node:module"
import { dirname, resolve } from "node:path"

import {
  type Application,
  type CommentDisplayPart,
  type Context,
  Converter,
  ReflectionKind,
  RendererEvent,
  type SignatureReflection,
} from "typedoc"

// Sources name each other as they are built. Typedoc runs on plain Node, which does not translate names.
registerHooks({
  resolve: (specifier, context, next) =>
    next(context.parentURL?.endsWith(".ts") === true ? specifier.replace(/^(\..*)\.js$/, "$1.ts") : specifier, context),
})
const { addErrorPages } = await import("./addErrorPages.js")
const { printedAddresses } = await import("./addresses.js")
const { brokenLinks } = await import("./brokenLinks.js")
const { readErrorSources } = await import("./errorPages.js")
const { SiteRouter } = await import("./SiteRouter.js")
const { writeForAgents } = await import("./writeForAgents.js")

// Typedoc converts without waiting.
const errors = await readErrorSources()

const readme = resolve(import.meta.dirname, "../../README.md")

/**
 * Prepares the site: modules are named as they are imported, and documents by their headings. Every error has a page. Links to folders,
 * which a site can't show, become plain text; links to files that do not exist are errors. What agents read is beside it.
 */
export function load({ converter, logger, renderer }: Application): void {
  renderer.defineRouter("site", SiteRouter)
  renderer.postRenderAsyncJobs.push(async ({ outputDirectory }) => {
    await writeForAgents(outputDirectory)
  })
  // The theme's files are copied at the end, too.
  const last = -1000
  renderer.on(
    RendererEvent.END,
    ({ outputDirectory }) => {
      const links = brokenLinks(outputDirectory, printedAddresses(errors.classes))
      for (const link of links) logger.error(`The site has a broken link: ${link}`)
    },
    last,
  )
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const path = module.name.replace(/\/?index$/, "")
      module.name = path === "" ? "hardhat-plugs" : `hardhat-plugs/${path}`
    }
    for (const reflection of Object.values(project.reflections)) {
      if (reflection.isSignature()) nameParameters(reflection)
    }
    addErrorPages(converter, project, errors)
    const broken = (path: string, link: string): void => {
      logger.error(`${path} links to ${link}, which does not exist`)
    }
    const [start] = project.readme ?? []
    // The site's name is above it.
    if (start !== undefined) start.text = start.text.replace(/^# .+\n/, "")
    unlinkFolders(project.readme ?? [], readme, broken)
    for (const document of project.documents ?? []) {
      const path = project.files.getReflectionPath(document) ?? ""
      unlinkFolders(document.content, path, broken)
      const [first] = document.content
      const heading = first?.kind === "text" ? /^# (.+)$/m.exec(first.text)?.[1] : undefined
      if (heading !== undefined) document.name = heading
    }
  })
}

/** A parameter that is taken apart where it is declared has no name but the one in tags such as `@param options.socket`. */
function nameParameters({ comment, parameters = [] }: SignatureReflection): void {
  const [, name] = /^(\w+)\./.exec(comment?.blockTags.find((tag) => tag.name?.includes("."))?.name ?? "") ?? []
  const unnamed = parameters.find((parameter) => parameter.name === "__namedParameters")
  if (name !== undefined && unnamed !== undefined) unnamed.name = name
}

function unlinkFolders(parts: CommentDisplayPart[], path: string, broken: (path: string, link: string) => void): void {
  for (const [index, part] of parts.entries()) {
    if (part.kind !== "relative-link") continue
    const [file = ""] = part.text.split("#")
    const found = statSync(resolve(dirname(path), file), { throwIfNoEntry: false })
    if (found === undefined) broken(path, part.text)
    if (found?.isDirectory() !== true) continue
    const [before, after] = [parts[index - 1], parts[index + 1]]
    // What stands around a link is `[label](` and `)`.
    if (before?.kind === "text") before.text = before.text.replace(/\[([^[\]]*)\]\($/, "$1")
    if (after?.kind === "text") after.text = after.text.replace(/^\)/, "")
    parts[index] = { kind: "text", text: "" }
  }
}
