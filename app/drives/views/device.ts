export type DeviceType = 'mobile' | 'tablet' | 'desktop'

/** Returns the kind of device, as far as the browser says so. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|android|kaios|opera mini|blackberry/i.test(userAgent) ? 'mobile' : 'desktop'
}
