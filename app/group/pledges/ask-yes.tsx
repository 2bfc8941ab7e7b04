import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { OwnPledge } from './one.server.ts'
import { ownPledgePath, pledgePath, pledgeTexts } from './pledge.ts'

type AskYesProps = { token: string; yes: string; pledge: OwnPledge }

/** Asks the reader of our message whether the promise is theirs. Opening the link confirms nothing: programs open links, too. */
export function AskYes({ token, yes, pledge: { asks, amount, unagreed, remindsAfterYes } }: AskYesProps) {
  const { t, i18n } = useLingui()
  const release = useFormAction()
  if (asks === null) return null
  const canSay = asks === 'yes' || asks === 'here'
  if (unagreed > 0)
    return (
      <Notice
        title={<Trans>You agreed to {moneyText(amount - unagreed)} of it, and that counts.</Trans>}
        action={
          canSay && (
            <Answers>
              <SayYes token={token} yes={yes} words={<Trans>Yes, I promise {moneyText(amount)}</Trans>} />
              <LinkButton to={ownPledgePath(token, yes, '/change')} variant="secondary">
                <Trans>Change the amount</Trans>
              </LinkButton>
            </Answers>
          )
        }
      >
        {canSay ? <Trans>Say yes: then all of it counts.</Trans> : i18n._(pledgeTexts.sayYesToMore)}
      </Notice>
    )
  if (!canSay)
    return <Notice title={i18n._(asks === 'tomorrow' ? pledgeTexts.sayYesTomorrow : pledgeTexts.sayYesThere)} />
  return (
    <Notice
      title={<Trans>Confirm your pledge of {moneyText(amount)}</Trans>}
      action={
        <Answers>
          <SayYes token={token} yes={yes} words={<Trans>Confirm my pledge</Trans>} />
          <release.Form method="post" action={`${pledgePath(token)}/release`}>
            <Button variant="secondary" busy={release.busy} busyText={t`Saving...`}>
              <Trans>I never promised it</Trans>
            </Button>
          </release.Form>
        </Answers>
      }
    >
      {remindsAfterYes && <Trans>Then it counts for the fundraiser, and we remind you.</Trans>}
      {asks === 'yes' && !remindsAfterYes && <Trans>Then it counts for the fundraiser.</Trans>}
      {asks === 'here' && (
        <Trans>
          We can send no message to this phone. Confirm here: then it counts for the fundraiser. Keep the link of this
          page.
        </Trans>
      )}
    </Notice>
  )
}

const Answers = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-wrap gap-3 *:max-w-full">{children}</div>
)

function SayYes({ token, yes, words }: { token: string; yes: string; words: ReactNode }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${pledgePath(token)}/agree`}>
      <input type="hidden" name="yes" value={yes} />
      <Button busy={busy} busyText={t`Saving...`}>
        {words}
      </Button>
    </Form>
  )
}
