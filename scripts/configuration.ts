// node scripts/configuration.ts   writes the lists of settings in docs/self-hosting/configuration.md from the table of settings.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { problemWith, readSettings, type SettingName, settingNames } from '#app/platform/settings/settings.server.ts'

export const configurationPage = 'docs/self-hosting/configuration.md'

const block = /(<!-- settings: ([A-Z\d_]+) to ([A-Z\d_]+) -->\n)[\s\S]*?(<!-- end of settings -->)/g

/** The page with its lists as the table of settings has them: each list goes from one setting to another in the table's order. */
export const withSettings = (page: string): string =>
  page.replace(block, (_, begins: string, first: string, last: string, ends: string) => {
    const names = settingNames.slice(indexOf(first), indexOf(last) + 1)
    return `${begins}\n${names.map(line).join('\n')}\n\n${ends}`
  })

/** The settings that the lists of the page have. */
export const settingsIn = (page: string): string[] =>
  [...page.matchAll(block)].flatMap(([text]) => [...text.matchAll(/^- `([A-Z\d_]+)`/gm)].map(([, name]) => name!))

function indexOf(name: string): number {
  const at = settingNames.indexOf(name as SettingName)
  if (at < 0) throw new Error(`${configurationPage} names ${name}, which is no setting`)
  return at
}

function line(name: SettingName): string {
  const { about, expected } = problemWith(name, 'missing')
  const usual = usualOf(name)
  return `- \`${name}\`: ${about.id} Expected: ${coded(expected.id)}.${usual === undefined ? '' : ` Default: \`${usual}\`.`}`
}

/** Writes an address in angle brackets as code: it would be a link otherwise. */
const coded = (text: string) => text.replace(/\S+ <[^>]+>/, '`$&`')

/** The value of a laptop that has no settings at all; undefined where that is none. */
function usualOf(name: SettingName): string | undefined {
  const value: unknown = readSettings({}).settings[name]
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (name === 'DATA_DIR') return path.relative(process.cwd(), String(value))
  return value === undefined ? undefined : String(value)
}

if (import.meta.main) writeFileSync(configurationPage, withSettings(readFileSync(configurationPage, 'utf8')))
