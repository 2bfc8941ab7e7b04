import { Trans, useLingui } from '@lingui/react/macro'
import { Form } from 'react-router'
import { ownPath } from '#app/kit/web-address.ts'
import { confirmTexts } from '#app/people/accounts/account.ts'
import { sessionContext } from '#app/people/accounts/session.server.ts'
import { AdminPage, BackTo } from '#app/site/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { ExportCsv } from '#app/ui/list-bar.tsx'
import type { Route } from './+types/confirm.ts'
import { adminAction } from './decision.server.ts'
import { againForm } from './decision-forms.ts'

/** Returns the file that the administrator was about to export; null for any other address. */
function fileIn(url: URL): string | null {
  const to = ownPath(url.searchParams.get('to')) ?? ''
  return to.length <= 1000 && /^\/(admin|fund-drive)\/[^?#]*\.csv(\?|$)/.test(to) ? to : null
}

export const loader = ({ url, context }: Route.LoaderArgs) => ({
  file: fileIn(url),
  fresh: context.get(sessionContext)?.isFresh ?? false,
})

export const action = adminAction({
  form: againForm,
  page: true,
  failed: confirmTexts.notConfirmed,
  run: async ({ to }) => ({ go: `/admin/confirm?to=${encodeURIComponent(to)}` }),
})

/** Asks the administrator to confirm who they are before a file is exported, and then gives the file. */
export default function Confirm({ loaderData: { file, fresh }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const list = file?.replace(/(\/movements)?\.csv.*$/, '') ?? '/admin'
  return (
    <AdminPage page={t`Confirm that it is you`} text={<BackTo to={list}>{t`Back`}</BackTo>}>
      <Card className="max-w-md">
        {fresh ? (
          <div className="grid justify-items-start gap-4">
            <p>
              <Trans>Thank you. You can export for ten minutes now.</Trans>
            </p>
            {file && <ExportCsv href={file} />}
          </div>
        ) : (
          <Form method="post" className="grid justify-items-start gap-4">
            <p>
              <Trans>Exports hold personal data, so we ask for your password first.</Trans>
            </p>
            <input type="hidden" name="to" value={file ?? ''} />
            <ConfirmField answer={actionData} />
            <Button>
              <Trans>Continue</Trans>
            </Button>
          </Form>
        )}
      </Card>
    </AdminPage>
  )
}
