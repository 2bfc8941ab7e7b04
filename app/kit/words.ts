import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { type Language, localeOf } from './languages.ts'
import { readMessage } from './message-format.ts'

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

const newWords = (language: Language, messages: Messages): I18n =>
  setupI18n({
    locale: language,
    locales: [localeOf[language]],
    messages: { [language]: messages },
  }).setMessagesCompiler(readMessage)
