import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { CodeSays, WordForm } from '#app/drives/codes/word-form.tsx'
import { BesideForm, CollectsForm, DriveStatusForm, ThanksForm } from '#app/drives/drive/campaign/settings-forms.tsx'
import { driveTexts } from '#app/drives/drive/drive-says.ts'
import { recordedHidden, thanksOfDrive } from '#app/drives/drive/manage.server.ts'
import { RecordedHidden } from '#app/group/recorded-gifts/recorded-hidden.tsx'
import { paybillNumber } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { Part } from '#app/ui/part.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/settings.ts'
import { driveContext } from './context.ts'
import { DriveTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, status, collects, goal, hadMoney } = context.get(driveContext)
  const paybill = paybillNumber()
  const [thanks, hides, codes] = await Promise.all([
    part(context, thanksOfDrive(db, id)),
    part(context, recordedHidden(db, id)),
    paybill ? part(context, codesOf(db, id)) : null,
  ])
  const pay = paybill && codes ? { paybill, codes } : null
  return { hides, slug, status, collects, goal, hadMoney, thanks, pay }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { slug, status, collects, goal, hadMoney, thanks, hides, pay } = loaderData
  const { t, i18n } = useLingui()
  return (
    <>
      <DriveTitle page={t`Settings`} />
      <h2 className="mb-4 text-2xl">
        <Trans>Settings</Trans>
      </h2>
      <div className="grid gap-5">
        <Card level={3} title={<Trans>Status</Trans>} text={<Trans>Who can see the fund drive.</Trans>}>
          <DriveStatusForm slug={slug} status={status} />
        </Card>
        <Card level={3} title={<Trans context="setting">Donations</Trans>}>
          <CollectsForm slug={slug} collects={collects} goal={goal} />
        </Card>
        <Card
          level={3}
          title={<Trans>Thank-you words</Trans>}
          text={<Trans>People who give read them right after paying, with your name.</Trans>}
        >
          <Part of={thanks}>{(thanks) => <ThanksForm slug={slug} thanks={thanks} />}</Part>
        </Card>
        {pay && (
          <div id="code" className="scroll-mt-20">
            <Card
              level={3}
              title={<Trans>Code for Paybill</Trans>}
              text={pay.codes !== 'failed' && <CodeSays paybill={pay.paybill} {...pay.codes} />}
            >
              <Part of={pay.codes}>{({ number, word }) => <WordForm {...{ slug, number, word }} />}</Part>
            </Card>
          </div>
        )}
        <Card level={3} title={<Trans>Recorded gifts on the bar</Trans>}>
          <Part of={hides}>{(hides) => <Beside slug={slug} {...hides} />}</Part>
        </Card>
        <Card
          level={3}
          title={<Trans>Helpers</Trans>}
          text={
            <Trans>
              A treasurer records cash and sees who gave, a secretary looks after guests. They can’t withdraw.
            </Trans>
          }
        >
          <LinkButton to={`/fund-drive/${slug}/settings/helpers`} variant="secondary">
            <Trans>Invite or remove helpers</Trans>
          </LinkButton>
        </Card>
        <Card
          level={3}
          title={<Trans>Delete fund drive</Trans>}
          text={
            hadMoney ? (
              i18n._(driveTexts.moneyCame)
            ) : (
              <Trans>You can delete it only while it has received no money. This is permanent.</Trans>
            )
          }
        >
          <Changing>
            {!hadMoney && (
              <FormButton to={`/fund-drive/${slug}/settings/delete`} variant="secondary" className="text-stop">
                <Trans>Delete fund drive</Trans>
              </FormButton>
            )}
          </Changing>
        </Card>
      </div>
      <Outlet />
    </>
  )
}

/** Whether visitors see recorded gifts: their owner says so, unless we hide them. */
const Beside = ({ slug, us, owner }: { slug: string; us: string | null; owner: boolean }) => (
  <>
    {us !== null && <RecordedHidden why={us} />}
    <BesideForm slug={slug} shows={!owner} />
  </>
)
