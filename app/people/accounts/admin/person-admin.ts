import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import type { Says, Words } from '#app/kit/says.ts'
import type { Role } from '#app/people/accounts/account.ts'

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

// Decisions about a person, and their texts.

const page = ({ id }: Record<string, string | undefined>) => `/admin/system-users/${id}`
const whyHint = msg`For administrators only.`
type PersonDecisionWords = DecisionWords<AdminPerson>

export const suspending: PersonDecisionWords = {
  page,
  danger: true,
  done: { title: msg`Person suspended` },
  failed: { title: msg`Failed to suspend this person`, tone: 'bad' },
  title: ({ fullName }) => msg`Suspend ${fullName}`,
  text: ({ email }) =>
    msg`${email} is signed out everywhere and can’t sign in. Visitors can’t find their fund drives, and nothing is withdrawn. Payments already started still arrive.`,
  whyHint: msg`For administrators only. The person is told that they are suspended, not why.`,
  confirm: msg`Suspend`,
  busy: msg`Suspending...`,
}

export const restoring: PersonDecisionWords = {
  page,
  whyHint,
  done: { title: msg`Person restored` },
  failed: { title: msg`Failed to restore this person`, tone: 'bad' },
  title: ({ fullName }) => msg`Restore ${fullName}`,
  text: ({ email }) => msg`${email} can sign in again, and visitors can find their fund drives again.`,
  confirm: msg`Restore`,
  busy: msg`Restoring...`,
}

export const endingSessions: PersonDecisionWords = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`Sessions ended` },
  failed: { title: msg`Failed to end the sessions`, tone: 'bad' },
  title: ({ fullName }) => msg`End the sessions of ${fullName}`,
  text: ({ email }) => msg`${email} is signed out on every device, and can sign in again at once.`,
  confirm: msg`End sessions`,
  busy: msg`Ending...`,
}

export const changingRole: PersonDecisionWords = {
  page,
  whyHint,
  done: { title: msg`Role changed` },
  failed: { title: msg`Failed to change the role`, tone: 'bad' },
  title: ({ fullName }) => msg`Change the role of ${fullName}`,
  text: () => msg`The person gets an email. Their open pages change at once.`,
  confirm: msg`Change role`,
  busy: msg`Changing...`,
}

export const movingEmail: PersonDecisionWords = {
  page,
  whyHint: msg`For administrators only: how you know that it is this person.`,
  danger: true,
  done: { title: msg`Change of email address started`, text: msg`The new address has an email with a link to open.` },
  failed: { title: msg`Failed to change the email address`, tone: 'bad' },
  title: ({ fullName }) => msg`Change the email address of ${fullName}`,
  text: () =>
    msg`For a person who lost their mailbox. They are signed out everywhere. The new address has 24 hours to confirm. The account moves after 48 hours, unless the old address stops it. No money is withdrawn for 48 hours after that. Two-factor sign-in stays on.`,
  confirm: msg`Change email`,
  busy: msg`Changing...`,
}

export const givingPhone: PersonDecisionWords = {
  page,
  whyHint: msg`For administrators only: how you know that it is this person.`,
  danger: true,
  done: { title: msg`Phone changed`, text: msg`The new number has a text that says how to sign in.` },
  failed: { title: msg`Failed to change the phone`, tone: 'bad' },
  title: ({ fullName }) => msg`Give ${fullName} a new phone number`,
  text: ({ email }) =>
    msg`For a person who lost ${email} and has no email address. The account opens by codes to the new number alone. They are signed out everywhere, and no money is withdrawn for 48 hours. Ring the new number first.`,
  confirm: msg`Change phone`,
  busy: msg`Changing...`,
}
