import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, Share2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { linkVia, type Shared, shareAddresses, shareSays, shareText } from './share.ts'
import { PaybillLine, shareMarks, useCopied } from './share-parts.tsx'

/** The ways to share: the networks, the phone’s own, and the link to copy. */
export function ShareWays({ shared }: { shared: Shared }) {
  const { t, i18n } = useLingui()
  const hydrated = useHydrated()
  const to = shareAddresses(i18n, shared)
  const { copied, copy, say } = useCopied(shared.link)
  const words = t`Copy Link`
  const onInstagram = async (event: MouseEvent<HTMLButtonElement>) => {
    say(shareSays.instagram)
    await copyText(linkVia(shared.link, 'instagram'), event.currentTarget.closest('dialog') ?? undefined)
  }
  return (
    <>
      <a href={to.whatsapp} target="_blank" rel="noopener noreferrer" className={whatsapp}>
        {shareMarks.whatsapp}
        <Trans>Share on WhatsApp</Trans>
      </a>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
        <a href={to.facebook} target="_blank" rel="noopener noreferrer" onClick={openPopup} className={tile}>
          {shareMarks.facebook}
          Facebook
        </a>
        <a href={to.x} target="_blank" rel="noopener noreferrer" onClick={openPopup} className={tile}>
          {shareMarks.x}X
        </a>
        <button type="button" onClick={onInstagram} className={`needs-script ${tile}`}>
          {shareMarks.instagram}
          Instagram
        </button>
        {hydrated && 'share' in navigator && (
          <button
            type="button"
            onClick={() =>
              void shareWithPhone(shared.title, shareText(i18n, shared, ''), linkVia(shared.link, 'native'))
            }
            className={tile}
          >
            <Share2 aria-hidden="true" className="size-6" />
            <Trans>More…</Trans>
          </button>
        )}
      </div>
      <label className="mt-5 block font-semibold text-sm" htmlFor={`link-${shared.slug}`}>
        <Trans>Link to this fundraiser</Trans>
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          id={`link-${shared.slug}`}
          readOnly
          value={shared.link}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 min-w-0 flex-1 basis-48 truncate rounded-control border border-edge bg-paper px-3"
        />
        <Button
          type="button"
          variant="secondary"
          className="needs-script"
          icon={
            copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />
          }
          onClick={copy}
        >
          <span className="holds-width" data-other={copied ? words : t`Copied!`}>
            {copied ? t`Copied!` : words}
          </span>
        </Button>
      </div>
      {shared.paybill && <PaybillLine paybill={shared.paybill} className="mt-4" />}
      <p role="status" className="sr-only">
        {copied && <Trans>Link copied to clipboard!</Trans>}
      </p>
    </>
  )
}

/** Opens a small window that has no access to this one. */
function openPopup(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  window.open(event.currentTarget.href, '_blank', 'popup,width=600,height=400,noopener,noreferrer')
}

/** Opens the phone's own share sheet. Closing it without a choice is no error. */
const shareWithPhone = (title: string, text: string, url: string) =>
  navigator.share({ title, text: text.trim(), url }).catch(() => {})

const whatsapp = cx(buttonClass({ size: 'large', wide: true }), 'no-underline')
const tile =
  'grid min-h-20 place-content-center justify-items-center gap-1.5 rounded-control border border-line bg-paper px-2 font-medium text-sm hover:bg-well'
