import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, Download, Share2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { pagesOf } from '#app/group/pasted-lists/sheet.server.ts'
import { mostForLink, sheetText } from '#app/group/pasted-lists/sheet.ts'
import type { Says } from '#app/kit/says.ts'
import { part } from '#app/platform/part.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { Part } from '#app/ui/empty-state.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
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

const says = {
  copied: { title: msg`List copied. Paste it into your group.`, tone: 'good' },
  notCopied: { title: msg`We could not copy the list. Select the text and copy it.`, tone: 'bad' },
} satisfies Record<string, Says>

/** The text of the list with the ways to send it: the phone's own, the clipboard, and WhatsApp while it is short enough. */
function SheetText({ text, slug }: { text: string; slug: string }) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const isShort = text.length < mostForLink
  return (
    <div className="grid gap-4">
      <textarea
        readOnly
        aria-label={t`The list as text`}
        value={text}
        rows={Math.min(16, text.split('\n').length + 1)}
        className="w-full resize-y rounded-control border border-edge bg-paper p-3 text-[0.9375rem] leading-normal"
      />
      <div className="flex flex-wrap gap-2">
        {isShort && (
          <a
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noopener noreferrer"
            className={cx(buttonClass({}), 'no-underline')}
          >
            <Trans>Send on WhatsApp</Trans>
          </a>
        )}
        <CopyButton text={text} isFirst={!isShort} />
        {hydrated && 'share' in navigator && (
          <Button
            type="button"
            variant="secondary"
            icon={<Share2 aria-hidden="true" className="size-5" />}
            onClick={() => void navigator.share({ text }).catch(() => {})}
          >
            <Trans>More ways</Trans>
          </Button>
        )}
        <a
          href={`/fund-drive/${slug}/list.txt`}
          download="list.txt"
          className={cx(buttonClass({ variant: 'secondary' }), 'no-underline')}
        >
          <Download aria-hidden="true" className="size-5" />
          <Trans>Text file</Trans>
        </a>
      </div>
      {!isShort && (
        <p className="text-muted text-sm">
          <Trans>The list is too long for a link to WhatsApp. Copy it, or send the pictures.</Trans>
        </p>
      )}
    </div>
  )
}

function CopyButton({ text, isFirst }: { text: string; isFirst: boolean }) {
  const { t, i18n } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const copy = async (_: MouseEvent<HTMLButtonElement>) => {
    const worked = await copyText(text)
    const { title, tone } = worked ? says.copied : says.notCopied
    toast({ title: i18n._(title), tone })
    setCopied(worked)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      type="button"
      variant={isFirst ? 'primary' : 'secondary'}
      className="needs-script"
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={copy}
    >
      <span className="holds-width" data-other={isCopied ? t`Copy the list` : t`Copied!`}>
        {isCopied ? t`Copied!` : t`Copy the list`}
      </span>
    </Button>
  )
}

/** The list as pictures of up to forty lines, for chats that fold long texts away. */
function SheetPictures({ slug, pages }: { slug: string; pages: number }) {
  const { t } = useLingui()
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4">
      {Array.from({ length: pages }, (_, at) => at + 1).map((page) => (
        <li key={page} className="grid content-start gap-2">
          <img
            src={`/fund-drive/${slug}/list.jpg?page=${page}`}
            alt={t`Page ${page} of the list`}
            loading="lazy"
            // Enough of it to recognise the page: the box does not wait for the picture.
            className="h-72 w-full rounded-control border border-line bg-well object-cover object-top"
          />
          <a
            href={`/fund-drive/${slug}/list.jpg?page=${page}`}
            download={`list-${page}.jpg`}
            className={cx(buttonClass({ variant: 'secondary', wide: true }), 'no-underline')}
          >
            <Download aria-hidden="true" className="size-5" />
            {pages > 1 ? t`Save picture ${page}` : t`Save the picture`}
          </a>
        </li>
      ))}
    </ul>
  )
}
