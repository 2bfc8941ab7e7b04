import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { HelperRole } from '#app/kit/rights.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { HelpedNoun } from './member.ts'

type NoticeProps = {
  noun: HelpedNoun
  role: HelperRole
  owner: string
  /** The address of the form action that ends the help. */
  leave: string
  children?: ReactNode
}

/** Tells a helper their role, the organiser, and how to stop helping. */
export function HelperNotice({ noun, role, owner, leave, children }: NoticeProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const secretary =
    noun === 'drive' ? (
      <Trans>You help with this fund drive as its secretary</Trans>
    ) : (
      <Trans>You help with this invitation as its secretary</Trans>
    )
  return (
    <Notice
      title={role === 'treasurer' ? <Trans>You help with this fund drive as its treasurer</Trans> : secretary}
      action={
        <Form method="post" action={leave}>
          <Button variant="secondary" busy={busy}>
            <Trans>Stop helping</Trans>
          </Button>
        </Form>
      }
    >
      <p>{t`It is organised by ${owner}.`}</p>
      {children}
    </Notice>
  )
}
