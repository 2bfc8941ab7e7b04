import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Kind } from './occasion.ts'

/** What a card begins with, where its host has not written it. No bright words where people mourn. */
export const openingWords: Record<Kind, Words> = {
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
