import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// The pages in which an operator explains the service, and their small markup.

export const titles = {
  fees: msg`Fees`,
  withdrawals: msg`How withdrawals work`,
  help: msg`Help`,
  privacy: msg`Privacy`,
  terms: msg`Terms`,
} satisfies Record<string, Words>
export type AboutName = keyof typeof titles
export const aboutNames = Object.keys(titles) as AboutName[]
export const isAboutName = (name: unknown): name is AboutName => aboutNames.some((one) => one === name)

export const bodyMax = 20_000

export const aboutTexts = {
  saved: { title: msg`Page saved`, text: msg`Visitors see it now.` },
  failed: { title: msg`The page could not be saved` },
  empty: msg`Enter the text of the page.`,
  long: msg`Use at most 20,000 characters.`,
  unchanged: msg`The page says this already.`,
} satisfies Record<string, Says | Words>

/** A run of words, or a link. */
export type Inline = { text: string; to?: string }
export type Block = { kind: 'heading' | 'paragraph'; inlines: Inline[] } | { kind: 'list'; items: Inline[][] }

/**
 * Parses the markup: an empty line ends a block, '## ' begins a heading, '- ' an item of a list, and [words](address) is a link. Everything
 * else is plain words, so nothing typed can become HTML.
 */
export function blocksOf(body: string): Block[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n|\n(?=## )|(?<=^## .*)\n/m)
    .map((text) => text.trim())
    .filter(Boolean)
    .map(blockOf)
}

function blockOf(text: string): Block {
  if (text.startsWith('## ')) return { kind: 'heading', inlines: [{ text: text.slice(3).trim() }] }
  const lines = text.split('\n')
  if (lines.every((line) => line.startsWith('- ')))
    return { kind: 'list', items: lines.map((line) => inlinesOf(line.slice(2))) }
  return { kind: 'paragraph', inlines: inlinesOf(lines.join(' ')) }
}

/** Links within the product, https and mailto; any other address stays plain text. */
const link = /\[([^\]\n]{1,200})\]\(((?:\/(?!\/)|https:\/\/|mailto:)[^\s()]{0,300})\)/g

function inlinesOf(text: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of text.matchAll(link)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index) })
    found.push({ text: match[1]!, to: match[2]! })
    at = match.index + match[0].length
  }
  if (at < text.length) found.push({ text: text.slice(at) })
  return found
}

/** The values that a text can name. `views` is null where visits use none. */
export type Filling = { fee: string; sent: string; views: string | null }

const ifViews = /\[if views\]\n*([\s\S]*?)\n*\[end\]/g

/**
 * Puts the values in force into a text: [fee] is the fee of new drives in percent, [sent] what is sent of KES 1,000, [views] the number
 * of free views. What is between [if views] and [end] is left out where visits use no views.
 */
export const filled = (body: string, { fee, sent, views }: Filling): string =>
  body
    .replace(ifViews, (_, text: string) => (views === null ? '' : text))
    .replaceAll('[fee]', fee)
    .replaceAll('[sent]', sent)
    .replaceAll('[views]', views ?? '')
