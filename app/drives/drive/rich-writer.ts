// A writer of the few allowed tags, each only where it may be: for any input the output is well formed, and a browser,
// a screen reader and this same writer all read it in one way.

import { oneLine } from '#app/kit/lines.ts'

type Open = { name: string; at: number; seen: boolean }

const block = /^(h[123]|p|ul|ol)$/
const list = /^(ul|ol)$/
/** Tags that nobody finds, hears or presses when they are empty. */
const nothingWithout = /^(h[123]|a)$/
/** The deepest nesting: deeper than anybody writes, shallower than what makes a browser stumble. */
const deepest = 40

/** Tells whether a text shows anything once it is saved: control characters are taken out later. */
const visible = (text: string) => oneLine(text) !== ''

/** Writes the sanitiser's tags and text again; a tag that does not match `allowed` is left out. */
export function writeAnew(html: string, allowed: RegExp): string {
  const writer = new Writer()
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (!token.startsWith('<')) writer.text(token)
    else if (!allowed.test(token)) continue
    else if (token.startsWith('</')) writer.close(token.slice(2, -1))
    else writer.open(/^<(\w+)/.exec(token)![1]!, token)
  }
  return writer.end()
}

class Writer {
  private readonly out: string[] = []
  private readonly stack: Open[] = []

  text(text: string) {
    if (this.inList()) {
      if (!visible(text)) return
      this.push('li', '<li>')
    }
    if (visible(text)) this.see()
    this.out.push(text)
  }

  open(name: string, tag: string) {
    if (name === 'li') {
      if (!this.backToList()) return
    } else {
      // A block closes the paragraph or heading around it, and a link the link around it.
      if (block.test(name)) this.leave(/^(h[123]|p)$/)
      if (name === 'a') this.leave(/^a$/)
      if (this.inList()) this.push('li', '<li>')
    }
    if (name === 'br') this.out.push(tag)
    else if (name === 'img') {
      this.see()
      this.out.push(tag)
    } else if (this.stack.length < deepest) this.push(name, tag)
  }

  close(name: string) {
    if (this.stack.some((one) => one.name === name)) this.popTo(name)
  }

  end(): string {
    while (this.stack.length > 0) this.pop()
    return this.out.join('')
  }

  private inList = () => list.test(this.stack.at(-1)?.name ?? '')

  private see() {
    for (const one of this.stack) one.seen = true
  }

  private push(name: string, tag: string) {
    this.stack.push({ name, at: this.out.length, seen: false })
    this.out.push(tag)
  }

  private pop() {
    const { name, at, seen } = this.stack.pop()!
    if (!seen && nothingWithout.test(name)) this.out[at] = ''
    else this.out.push(`</${name}>`)
  }

  private popTo(name: string) {
    while (this.stack.at(-1)!.name !== name) this.pop()
    this.pop()
  }

  /** Closes the innermost of these, unless it lies outside of the list item we are in. */
  private leave(names: RegExp) {
    const found = this.stack.findLast((one) => names.test(one.name) || one.name === 'li')
    if (found && found.name !== 'li') this.popTo(found.name)
  }

  /** Closes tags up to where a list item may begin; false outside of every list. */
  private backToList(): boolean {
    if (!this.stack.some((one) => list.test(one.name))) return false
    while (!this.inList()) this.pop()
    return true
  }
}
