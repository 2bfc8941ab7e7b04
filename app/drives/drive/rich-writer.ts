// Writes the few allowed tags anew, each where it may stand: whatever came in, what goes out is well formed, and a
// browser, a screen reader and this same writer all read it in one way.

import { oneLine } from '#app/kit/lines.ts'

type Open = { name: string; at: number; seen: boolean }

const block = /^(h[123]|p|ul|ol)$/
const list = /^(ul|ol)$/
/** Nobody finds, hears or presses one of these without something in it. */
const nothingWithout = /^(h[123]|a)$/
/** Deeper than anybody writes, shallower than what makes a browser stumble. */
const deepest = 40

/** As the text will be kept: a control sign that is taken out later shows nothing. */
const visible = (text: string) => oneLine(text) !== ''

/** Tags and the text between them, as the sanitiser writes them; a tag that is not one of `allowed` is left out. */
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
      // A block ends the paragraph or heading it is in, a link the link.
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

  /** To where a list item may begin; false outside of every list. */
  private backToList(): boolean {
    if (!this.stack.some((one) => list.test(one.name))) return false
    while (!this.inList()) this.pop()
    return true
  }
}
