import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Areas } from '@/features/landing/areas'
import { Hero } from '@/features/landing/hero'
import { Highlights } from '@/features/landing/highlights'
import { Offers } from '@/features/landing/offers'
import { Steps } from '@/features/landing/steps'
import { useChooseModule } from '@/features/module/choose-module'
import { LocationBox } from '@/features/place/location-box'
import { ZonesMap } from '@/features/place/zones-map'
import { getLandingPageOptions } from '@/lib/api/@tanstack/react-query.gen'
import { usePageTitle } from '@/lib/page/page-title'
import { currentScope, useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { useLeaveForModule } from './-after-module'
import { ModulePopup } from './-dialogs'
import c from './-page.module.css'

export const Route = createFileRoute('/')({ component: Landing })

function Landing() {
  const { headers, location } = useScope()
  const shop = useShop()
  usePageTitle()
  const { data: landing } = useQuery({ ...getLandingPageOptions({ headers }), placeholderData: keepPreviousData })
  const navigate = useNavigate()
  const choose = useChooseModule()
  const goOn = useLeaveForModule()
  const [asking, setAsking] = useState(false)
  const goHome = () => void navigate({ to: '/home' })
  if (!landing) return null // loaded by the frame

  return (
    <div className={c.page}>
      <Hero
        title={landing.title || shop.business_name}
        subTitle={landing.sub_title}
        art={landing.hero_full_url}
        location={location}
      >
        <LocationBox onChosen={() => (currentScope().module ? goHome() : setAsking(true))} />
      </Hero>
      <Offers
        modules={shop.module}
        onChoose={(module) => {
          choose(module)
          goOn(module)
        }}
      />
      <Steps />
      <Highlights highlights={landing.highlights} />
      <Areas>
        <ZonesMap />
      </Areas>
      {asking && <ModulePopup opened onClose={() => setAsking(false)} onChosen={goOn} />}
    </div>
  )
}
