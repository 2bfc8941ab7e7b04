import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { OccasionKind } from './occasion.ts'
import { titleForm } from './title-form.ts'

// The first line of a card whose host has not written one. No bright words where people mourn.

/** Lines above a title that names the kind of occasion. */
const plain: Record<OccasionKind, Words> = {
  fundraising: msg`Come and raise money with us`,
  ruracio: msg`Our families invite you`,
  wedding: msg`With joy we invite you`,
  burial: msg`With sorrow we invite you`,
  memorial: msg`We invite you to remember with us`,
  graduation: msg`Come and celebrate with us`,
  church: msg`Come and worship with us`,
  chama: msg`You are invited to our meeting`,
  school: msg`You are invited`,
  other: msg`You are invited`,
}
/** Lines above a person's name: both are read as one. */
const aboveName: Partial<Record<OccasionKind, Words>> = {
  ruracio: msg`Our families invite you to the ruracio of`,
  wedding: msg`With joy we invite you to the wedding of`,
  burial: msg`With sorrow we invite you to the burial of`,
  memorial: msg`We invite you to the memorial of`,
  graduation: msg`Come and celebrate with us the graduation of`,
}
/** Lines above any other title. */
const withKind: Partial<Record<OccasionKind, Words>> = {
  fundraising: msg`Come to our fundraising night`,
  ruracio: msg`Our families invite you to the ruracio`,
  wedding: msg`With joy we invite you to the wedding`,
  burial: msg`With sorrow we invite you to the burial`,
  memorial: msg`We invite you to the memorial`,
  graduation: msg`Come and celebrate a graduation with us`,
  school: msg`You are invited to our school`,
}

export function openingOf(kind: OccasionKind, title: string): Words {
  const form = titleForm(kind, title)
  if (form === 'the' || form === 'own') return plain[kind]
  return (form === 'name' && aboveName[kind]) || withKind[kind] || plain[kind]
}
