import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import {
  Application,
  type Comment,
  type CommentDisplayPart,
  type Context,
  Converter,
  ReflectionKind,
  type SignatureReflection,
  type TypeDocOptions,
} from "typedoc"
import type { PluginOptions } from "typedoc-plugin-markdown"

import type { ErrorClass } from "../docs/readErrorClasses.js"
import { code } from "../docs/table.js"
import { manifest, type Page } from "./documentPages.js"

const options: Partial<TypeDocOptions & PluginOptions> = {
  // What users import, as its sources.
  entryPoints: Object.values(manifest.exports)
    .filter((target) => target.startsWith("./dist/src/"))
    .map((target) => target.replace("./dist/", "").replace(".js", ".ts")),
  tsconfig: "tsconfig.build.json",
  plugin: ["typedoc-plugin-markdown"],
  name: "API",
  readme: "none",
  preservedTypeAnnotationTags: ["@throws"],
  disableSources: true,
  excludeInternal: true,
  // `npm run check` does that.
  skipErrorChecking: true,
  logLevel: "Warn",
  // A parameter's type may be built from types that nobody needs to name.
  validation: { invalidLink: true, notDocumented: true, notExported: false },
  // Fields whose names say everything need no sentence.
  requiredToBeDocumented: ["Class", "Interface", "Function", "TypeAlias", "Variable", "Enum"],
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useHTMLEncodedBrackets: true,
  sanitizeComments: true,
  entryFileName: "index",
  groupOrder: ["Functions", "Variables", "Classes", "*"],
  parametersFormat: "table",
  pageTitleTemplates: { index: "Every function and type", member: "{name}", module: ({ name }) => importOf(name) },
}

/** Writes a page for each exported function and type. */
export async function referencePages(errors: readonly ErrorClass[], documents: readonly Page[]): Promise<Page[]> {
  const out = await mkdtemp(join(tmpdir(), "reference-"))
  try {
    const app = await Application.bootstrapWithPlugins({ ...options, out }, [])
    app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
      for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
        module.name = module.name.replace(/\/?index$/, "") || "hardhat-plugs"
      }
      for (const reflection of Object.values(project.reflections)) {
        if (reflection.isSignature()) nameParameters(reflection)
      }
    })
    const project = await app.convert()
    if (project === undefined) throw new Error("The code does not compile.")
    app.validate(project)

    for (const { comment } of Object.values(project.reflections)) listErrors(comment, errors)
    await app.generateOutputs(project)
    if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("The reference has the problems above.")

    // What comments link to is copied to `_media`, and is a page already.
    const files = (await readdir(out, { recursive: true })).filter((file) => /^(?!_media).*\.md$/.test(file)).sort()
    return await Promise.all(
      files.map(async (file) => {
        const path = `api/${file.replaceAll("\\", "/")}`
        const root = "../".repeat(path.split("/").length - 1)
        const text = (await readFile(join(out, file), "utf8"))
          .replaceAll("](error:", `](${root}errors/`)
          .replaceAll(/\]\([./]*_media(\/[\w-]+\.md)/g, (_, name: string) => {
            return `](${root}${documents.find((document) => document.path.endsWith(name))?.path ?? name}`
          })
        return { path, text }
      }),
    )
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** What users import for a module. */
function importOf(name: string): string {
  return name === "hardhat-plugs" ? name : `hardhat-plugs/${name}`
}

/** A parameter that is taken apart where it is declared has no name but the one in tags such as `@param options.socket`. */
function nameParameters({ comment, parameters = [] }: SignatureReflection): void {
  const [, name] = /^(\w+)\./.exec(comment?.blockTags.find((tag) => tag.name?.includes("."))?.name ?? "") ?? []
  const unnamed = parameters.find((parameter) => parameter.name === "__namedParameters")
  if (name !== undefined && unnamed !== undefined) unnamed.name = name
}

/** Makes one list of all that is thrown, with links to the pages of errors: `error:` and the code. */
function listErrors(comment: Comment | undefined, errors: readonly ErrorClass[]): void {
  const tags = comment?.getTags("@throws") ?? []
  if (comment === undefined || tags.length === 0) return
  const items = tags.flatMap(({ typeAnnotation, content }): CommentDisplayPart[] => {
    const name = typeAnnotation?.slice(1, -1) ?? ""
    const error = errors.find((one) => one.name === name)
    const shown = error === undefined ? code(name) : `[${code(name)}](error:${error.code}.md)`
    return [{ kind: "text", text: name === "" ? "\n- " : `\n- ${shown}: ` }, ...content]
  })
  const [first] = tags
  comment.blockTags = comment.blockTags.filter((tag) => tag === first || tag.tag !== "@throws")
  delete first?.typeAnnotation
  if (first !== undefined) first.content = items
}
