import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** Tells a helper whose drive this is, and how to stop helping. */
export function HelperNotice({ slug, owner }: { slug: string; owner: string }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <Notice
      title={<Trans>You help with this fund drive as its treasurer</Trans>}
      action={
        <Form method="post" action={`/fund-drive/${slug}/home/leave`}>
          <Button variant="secondary" busy={busy}>
            <Trans>Stop helping</Trans>
          </Button>
        </Form>
      }
    >
      {t`It is organised by ${owner}.`}
    </Notice>
  )
}
