import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { OwnPledge } from './one.server.ts'
import { pledgePath, says } from './pledge.ts'

type AskYesProps = { token: string; yes: string; asks: OwnPledge['asks'] }

/** Asks the reader of our message whether the promise is theirs. Opening the link says nothing: programs open links, too. */
export function AskYes({ token, yes, asks }: AskYesProps) {
  const { t, i18n } = useLingui()
  const [agree, release] = [useDeed(), useDeed()]
  if (asks === null) return null
  if (asks === 'message') return <Notice title={i18n._(says.sayYesThere)} />
  return (
    <Notice
      title={<Trans>Did you promise this?</Trans>}
      action={
        <div className="flex min-w-0 flex-wrap gap-3 *:max-w-full">
          <agree.Form method="post" action={`${pledgePath(token)}/agree`}>
            <input type="hidden" name="yes" value={yes} />
            <Button busy={agree.busy} busyText={t`Saving...`}>
              <Trans>Yes, I promise this</Trans>
            </Button>
          </agree.Form>
          <release.Form method="post" action={`${pledgePath(token)}/release`}>
            <Button variant="secondary" busy={release.busy} busyText={t`Saving...`}>
              <Trans>I never promised it</Trans>
            </Button>
          </release.Form>
        </div>
      }
    >
      <Trans>Say yes: then it counts for the fundraiser, and we remind you.</Trans>
    </Notice>
  )
}
