import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { withBrand } from './brand.ts'
import { type Language, localeOf } from './languages.ts'

const none: Messages = {}
const made = new WeakMap<Messages, Map<Language, I18n>>()

/**
 * Returns the words of one language. English needs no catalogue: it is in the code. The result is made once, because it is the same
 * for everybody and never changes.
 */
export function wordsIn(language: Language, messages: Messages = none): I18n {
  const known = made.get(messages) ?? new Map<Language, I18n>()
  made.set(messages, known)
  const words = known.get(language) ?? newWords(language, messages)
  known.set(language, words)
  return words
}

function newWords(language: Language, messages: Messages): I18n {
  const words = setupI18n({
    locale: language,
    locales: [localeOf[language]],
    messages: { [language]: messages },
  }).setMessagesCompiler(readMessage)
  words._ = words.t = withBrand(words._.bind(words))
  return words
}

// A small reader of ICU messages: English is in the code as 'in {minutes, plural, one {# minute} other {# minutes}}', and Lingui
// reads such text itself only in development. Its own reader weighs 7 kB, this one less than one, and is enough for our words:
// values, plural, selectordinal, select, numbers and dates by a named style.

type Message = ReturnType<Parameters<I18n['setMessagesCompiler']>[0]>
type Token = Message[number]

const read = new Map<string, Message>()

/** Parses an ICU message into Lingui's form. A malformed message is shown as it is written. */
export function readMessage(text: string): Message {
  let found = read.get(text)
  if (!found) {
    try {
      found = new Reader(text).message()
    } catch {
      found = [text]
    }
    if (read.size < 5000) read.set(text, found)
  }
  return found
}

class Reader {
  private readonly text: string
  private at = 0
  constructor(text: string) {
    this.text = text
  }

  message(): Message {
    const tokens = this.tokens(false)
    if (this.at < this.text.length) throw new Error('a } too many')
    return tokens as Message
  }

  private tokens(counts: boolean): Token[] {
    const tokens: Token[] = []
    let plain = ''
    const flush = () => {
      if (plain) tokens.push(plain)
      plain = ''
    }
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!
      if (char === '}') break
      if (char === '{') {
        flush()
        tokens.push(this.argument(counts))
      } else if (char === '#' && counts) {
        flush()
        tokens.push('#')
      } else if (char === "'") plain += this.quoted(counts)
      else plain += char
    }
    flush()
    return tokens
  }

  /** Reads quotes: '' is an apostrophe; one before a brace (or a # that would count) quotes up to the next; any other is itself. */
  private quoted(counts: boolean): string {
    const next = this.text[this.at + 1]
    if (next === "'") {
      this.at++
      return "'"
    }
    if (next !== '{' && next !== '}' && !(next === '#' && counts)) return "'"
    let plain = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      if (this.text[this.at] !== "'") plain += this.text[this.at]
      else if (this.text[this.at + 1] === "'") {
        plain += "'"
        this.at++
      } else break
    }
    return plain
  }

  /** Reads from '{' to its '}', and leaves `at` there. */
  private argument(counts: boolean): Token {
    this.at++
    const name = this.word()
    if (this.text[this.at] === '}') return [name] as Token
    const kind = this.afterComma()
    if (this.text[this.at] === '}') return [name, kind] as Token
    if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select')
      return [name, kind, this.afterComma()] as Token
    this.expect(',')
    return [name, kind, this.cases(kind === 'select' ? counts : true)] as Token
  }

  private cases(counts: boolean): Record<string, number | Token[]> {
    const cases: Record<string, number | Token[]> = {}
    for (;;) {
      const name = this.word()
      if (this.text[this.at] === '}') return cases
      if (name.startsWith('offset:')) {
        cases.offset = Number(name.slice(7) || this.word())
        continue
      }
      this.expect('{')
      cases[name.replace(/^=/, '')] = this.tokens(counts)
      this.expect('}')
    }
  }

  private afterComma(): string {
    this.expect(',')
    const word = this.word()
    if (this.text[this.at] !== '}' && this.text[this.at] !== ',') throw new Error('a } is missing')
    return word
  }

  /** Reads the next word and the space around it. */
  private word(): string {
    const [whole, word] = this.text.slice(this.at).match(/^\s*([^\s{},]*)\s*/)!
    this.at += whole.length
    if (this.at >= this.text.length) throw new Error('a } is missing')
    return word!
  }

  private expect(char: string): void {
    if (this.text[this.at] !== char) throw new Error(`a ${char} is missing`)
    this.at++
  }
}
