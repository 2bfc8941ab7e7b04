import { Trans } from '@lingui/react/macro'
import { useMatches } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Field, PasswordInput } from './field.tsx'

/** No password is longer. */
const longest = 128

/**
 * Asks for proof of identity in a form that decides about other people's things; shows nothing within ten minutes of a proof. The
 * layout's loader says so (`fresh`); the form action asks `deciderIn`, and keeps the field `again` secret.
 */
export function ConfirmField({ answer }: { answer: Answer | undefined }) {
  const fresh = useMatches().some(({ loaderData }) => (loaderData as { fresh?: boolean } | undefined)?.fresh === true)
  if (fresh && !answer?.errors?.again) return null
  return (
    <Field
      name="again"
      label={<Trans>Your password</Trans>}
      answer={answer}
      required
      hint={<Trans>Or a code of your authenticator app. You are asked again after ten minutes.</Trans>}
    >
      <PasswordInput maxLength={longest} autoComplete="current-password" />
    </Field>
  )
}
