import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import './campaign.css'
import { PaybillLine } from '../paybill-line.tsx'
import type { Paybill } from '../share.ts'
import { fileNameOf, type Qr, qrPixels, qrWidth } from './qr.ts'

type QrPanelProps = { title: string; slug: string; qr: Qr; paybill: Paybill | null }

const icon = { 'aria-hidden': true, className: 'size-4' } as const

/** Shows the QR code that leads from a poster to the public page, as a file and on paper. */
export function QrPanel({ title, slug, qr, paybill }: QrPanelProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const name = `${fileNameOf(title)}.png`
  const file = `/fund-drive/${slug}/qr.png`
  const words = <Trans>Download QR Code</Trans>
  const save = () =>
    canvas.current?.toBlob((png) => {
      if (png) saveAs(URL.createObjectURL(png), name)
    })
  return (
    <Card
      title={<Trans>QR code</Trans>}
      text={<Trans>Share your fundraiser easily with this QR code</Trans>}
      className="grid sm:grid-cols-[1fr_auto] sm:gap-x-8"
    >
      <div className="justify-self-center rounded-control border border-line qr-ground p-2 sm:row-span-2 sm:row-start-1 sm:[grid-column:2]">
        <QrCanvas qr={qr} ref={canvas} />
        <QrImage src={file} />
      </div>
      <div className="mt-5 flex flex-wrap gap-3 self-end max-sm:justify-center">
        {paybill && <PaybillLine paybill={paybill} className="basis-full max-sm:text-center" />}
        {useHydrated() ? (
          <Button type="button" onClick={save} icon={<Download {...icon} />}>
            {words}
          </Button>
        ) : (
          <a href={file} download={name} className={buttonClass({})}>
            <Download {...icon} />
            {words}
          </a>
        )}
        <LinkButton to={`/fund-drive/${slug}/poster`} variant="secondary" icon={<Printer {...icon} />}>
          <Trans>Print a poster</Trans>
        </LinkButton>
      </div>
    </Card>
  )
}

function QrCanvas({ qr, ref }: { qr: Qr; ref: React.RefObject<HTMLCanvasElement | null> }) {
  const { t } = useLingui()
  useEffect(() => {
    const pixels = new ImageData(qrPixels(qr), qrWidth, qrWidth)
    ref.current?.getContext('2d')?.putImageData(pixels, 0, 0)
  }, [qr, ref])
  return (
    <canvas
      ref={ref}
      width={qrWidth}
      height={qrWidth}
      role="img"
      title={t`Fundraiser QR Code`}
      aria-label={t`Fundraiser QR Code`}
      className="needs-script block size-64 max-w-full"
    />
  )
}

function QrImage({ src }: { src: string }) {
  const { t } = useLingui()
  return (
    <img
      src={src}
      width={qrWidth}
      height={qrWidth}
      loading="lazy"
      alt={t`Fundraiser QR Code`}
      className="without-script block size-64 max-w-full"
    />
  )
}

function saveAs(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
