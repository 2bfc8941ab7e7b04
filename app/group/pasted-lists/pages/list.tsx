import { Trans, useLingui } from '@lingui/react/macro'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { pagesOf } from '#app/group/pasted-lists/sheet.server.ts'
import { sheetText } from '#app/group/pasted-lists/sheet.ts'
import { SheetPictures, SheetText } from '#app/group/pasted-lists/sheet-ways.tsx'
import { part } from '#app/platform/part.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/list.ts'
import { sheetIn } from './sheet.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { slug } = context.get(driveContext)
  const reading = sheetIn(context).then((sheet) => ({
    text: sheetText(context.get(wordsContext), sheet),
    pages: pagesOf(sheet),
  }))
  return { slug, sheet: await part(context, reading) }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { slug, sheet } = loaderData
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`List for the group`} />
      <h2 className="mb-1 text-2xl">
        <Trans>List for the group</Trans>
      </h2>
      <p className="mb-4 text-muted">
        <Trans>
          Who gave and who promised, with the names that givers chose and no phone numbers. Everyone in your group reads
          it.
        </Trans>
      </p>
      <Part of={sheet}>
        {({ text, pages }) => (
          <div className="grid gap-5">
            <Card level={3} title={<Trans>As text</Trans>}>
              <SheetText text={text} slug={slug} />
            </Card>
            <Card level={3} title={<Trans>As pictures</Trans>}>
              <SheetPictures slug={slug} pages={pages} />
            </Card>
          </div>
        )}
      </Part>
    </>
  )
}
