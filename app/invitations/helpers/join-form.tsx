import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { HelperRole } from '#app/kit/rights.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { HelpedNoun } from './member.ts'
import { WhatTheyDo } from './what-they-do.tsx'

type Asks = { is: 'ready' } | { is: 'unconfirmed' } | { is: 'stranger'; signIn: string; signUp: string }
type JoinFormProps = {
  token: string
  by: string
  noun: HelpedNoun
  role: HelperRole
  asks: Asks
  first?: Answer | undefined
}

/** Shows who invites to which work, and the form by which a person joins as a helper. */
export function JoinForm({ token, by, noun, role, asks, first }: JoinFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const toBe = {
    treasurer: t`${by} invites you to be the treasurer of this fund drive.`,
    secretary:
      noun === 'drive'
        ? t`${by} invites you to be the secretary of this fund drive.`
        : t`${by} invites you to be the secretary of this invitation.`,
  }
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">{toBe[role]}</p>
      <WhatTheyDo of={role} noun={noun} />
      {asks.is === 'ready' && (
        <Form method="post" action={`/help/${token}`}>
          <Button busy={busy} busyText={t`Saving...`}>
            {role === 'treasurer' ? <Trans>Help as treasurer</Trans> : <Trans>Help as secretary</Trans>}
          </Button>
        </Form>
      )}
      {asks.is === 'unconfirmed' && (
        <p>
          <Trans>
            Confirm your email address first: the{' '}
            <Link to="/dashboard" className="text-link">
              dashboard
            </Link>{' '}
            says how. Then open this link again.
          </Trans>
        </p>
      )}
      {asks.is === 'stranger' && (
        <div className="flex flex-wrap gap-3">
          <LinkButton to={asks.signUp}>
            <Trans>Sign up with your phone</Trans>
          </LinkButton>
          <LinkButton to={asks.signIn} variant="secondary">
            <Trans>I have an account: sign in</Trans>
          </LinkButton>
        </div>
      )}
      {answer?.ok === false && answer.says && (
        <p role="alert" className="text-stop">
          {answer.says.title}
        </p>
      )}
    </div>
  )
}
