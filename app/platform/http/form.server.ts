// The fields of a form, made safe to read: text without characters that nobody types, names without tricks.

type Value = string | File

/** Names with a meaning in JavaScript itself are dropped. */
const nameForm = /^[a-z][\w.-]{0,63}(\[\])?$/i
const notNames = ['constructor', 'prototype']
export const isName = (name: string) => nameForm.test(name) && !notNames.includes(name)

const fieldsIn = (fields: FormData): [name: string, value: Value][] =>
  [...fields.entries()]
    .filter(([name]) => isName(name))
    .map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value])

/** Removes NUL, which the database refuses, and half characters, and normalizes line breaks as the page counts them. */
export const clean = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()

/** The most fields of a form. Ours have far fewer; a program that sends more only wants to keep us counting. */
export const mostFields = 1000

/** Returns the fields by name, as a schema wants them: a list where the name ends in [], else the last value. */
export function asSent(fields: FormData): Record<string, Value | Value[]> {
  const sent: Record<string, Value | Value[]> = {}
  const lists: Record<string, Value[]> = {}
  for (const [name, value] of fieldsIn(fields)) {
    if (!name.endsWith('[]')) sent[name] = value
    else if (lists[name]) lists[name].push(value)
    else sent[name] = lists[name] = [value]
  }
  return sent
}

/** Returns the typed text, to be sent back: no files, and no passwords. */
export function typedOf(fields: FormData, secret: string[]): Record<string, string> {
  const kept = fieldsIn(fields).filter(
    ([name, value]) => typeof value === 'string' && !secret.includes(name) && !/password/i.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}
