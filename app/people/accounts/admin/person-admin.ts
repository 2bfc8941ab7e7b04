import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'
import type { Role } from '#app/people/accounts/role.ts'

// People as administrators see them: names, filters, and the texts of decisions.

export const verifieds = ['yes', 'no'] as const
export const personStates = ['open', 'suspended'] as const

/** A person in the list. */
export type PersonLine = {
  id: string
  fullName: string
  username: string
  /** The masked phone, if they have no email address. */
  email: string
  role: Role
  verified: boolean
  drives: number
  joined: Date
  seen: Date
  suspended: boolean
}

/** A person's page at a glance. */
export type AdminPerson = Omit<PersonLine, 'drives' | 'suspended'> & {
  hasEmail: boolean
  avatar: string | null
  twoFactor: boolean
  language: string | null
  /** The time and reason of the suspension; null if there is none. */
  suspension: { at: Date; why: string } | null
}

export const personDecisionTexts = {
  sent: { title: msg`Verification email sent` },
  notSent: { title: msg`Failed to send the verification email`, tone: 'bad' },
  missing: msg`There is no such person any more`,
  own: msg`You can’t do this to yourself. Another administrator has to.`,
  noAdmin: msg`You are no longer an administrator`,
  meanwhile: msg`Another administrator has just decided about this person`,
  verifiedAlready: msg`This address is verified already`,
  noEmail: msg`An administrator has a confirmed email address. This person has a phone only.`,
  ofAdmin: msg`This is an administrator. Take that role from them first.`,
  phoneOnly: msg`This person has no email address. Give them a new phone number instead.`,
  ownAddress: msg`This person has an email address: they sign in with it and add the phone in their settings.`,
  addressTaken: msg`Another account has this address.`,
  sameAddress: msg`This is their address already.`,
  roleMissing: msg`Please choose a role.`,
} satisfies Record<string, Words | Says>
