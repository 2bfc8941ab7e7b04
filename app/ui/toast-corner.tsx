import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import type { Said } from '#app/kit/says.ts'
import { showToastsWith } from './toast-queue.ts'

const show = (said: Said) =>
  said.tone === 'bad'
    ? sonner.error(said.title, { description: said.text, duration: 9000 })
    : sonner.success(said.title, { description: said.text, duration: 5000 })

/** Raises the corner over everything, also over a dialog opened since: words about a dialog are shown while it is open. */
function raise(corner: HTMLElement | null) {
  if (!corner || !('popover' in HTMLElement.prototype)) return
  const isUp = corner.matches(':popover-open')
  if (isUp && !document.querySelector('dialog[open]')) return
  if (isUp) corner.hidePopover()
  corner.showPopover()
}

const looks = {
  toast:
    'flex w-full items-start gap-3 rounded-card border border-line bg-card p-4 pr-12 text-ink shadow-float font-sans sm:w-90',
  title: 'font-semibold leading-snug',
  description: 'mt-0.5 text-sm text-muted',
  icon: 'mt-px shrink-0',
  closeButton: 'absolute top-1.5 right-1.5 grid size-9 place-items-center rounded-control text-muted hover:bg-well',
  error: 'border-l-4 border-l-stop [&_[data-icon]]:text-stop',
  success: 'border-l-4 border-l-gain [&_[data-icon]]:text-gain',
}

/** The live region in which toasts appear. It is loaded with the first toast. */
export default function ToastCorner() {
  const { t } = useLingui()
  const corner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    raise(corner.current)
    // A live region has to be in the page before its words are, or a screen reader misses them.
    const timer = setTimeout(() => showToastsWith(raisedAndShown), 60)
    function raisedAndShown(said: Said) {
      raise(corner.current)
      show(said)
    }
    return () => {
      clearTimeout(timer)
      showToastsWith(undefined)
    }
  }, [])
  const narrow = matchMedia('(width < 48rem)').matches
  return (
    <div ref={corner} popover="manual" className="m-0 size-0 overflow-visible border-0 bg-transparent p-0">
      <Toaster
        // A phone shows only the newest: three would cover the form that they are about.
        visibleToasts={narrow ? 1 : 3}
        // The corner is never on the button that was just pressed: that is at the bottom of a phone, and at the right of a desktop.
        // Nor on the menu of the back office, which is at the left.
        position={narrow ? 'top-center' : document.querySelector('.office') ? 'bottom-right' : 'bottom-left'}
        // On a phone it covers the bar of the page, and nothing that was just made below it.
        offset={narrow ? { top: 4 } : undefined}
        mobileOffset={{ top: 4 }}
        closeButton
        expand
        containerAriaLabel={t`Notifications`}
        icons={{
          close: <X aria-hidden="true" className="size-4" />,
          success: <CircleCheck aria-hidden="true" className="size-5" />,
          error: <CircleAlert aria-hidden="true" className="size-5" />,
        }}
        toastOptions={{ unstyled: true, classNames: looks, closeButtonAriaLabel: t`Close` }}
      />
    </div>
  )
}
