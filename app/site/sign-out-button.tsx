import { Trans } from '@lingui/react/macro'
import { Form } from 'react-router'

/** Signs out by a form, so that no link can do it behind a person's back and it works without JavaScript. */
export function SignOutButton({ className, children }: { className?: string; children?: React.ReactNode }) {
  return (
    <Form method="post" action="/sign-out" className="contents">
      <button type="submit" className={className}>
        {children}
        <Trans>Sign Out</Trans>
      </button>
    </Form>
  )
}
