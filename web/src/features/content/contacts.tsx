import { IconMail, IconMapPin, IconMessageCircle, IconPhone } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { ChatLink } from '@/components/chat-link'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import c from './contacts.module.css'

const text = defineMessages({
  title: { id: 'contacts.title', defaultMessage: 'Reach us' },
  phone: { id: 'contacts.phone', defaultMessage: 'Call' },
  email: { id: 'contacts.email', defaultMessage: 'Write' },
  chat: { id: 'contacts.chat', defaultMessage: 'Chat' },
  address: { id: 'contacts.address', defaultMessage: 'Visit' },
})

/** The shop's phone, e-mail and address. */
export function Contacts() {
  const { phone, email, address } = useShop()
  return (
    <section className={c.contacts} aria-labelledby="contacts-title">
      <h2 id="contacts-title" className="sr">
        <FormattedMessage {...text.title} />
      </h2>
      <a className={c.card} href={`tel:${phone}`}>
        <IconPhone size={24} aria-hidden />
        <b>
          <FormattedMessage {...text.phone} />
        </b>
        <bdi>{phone}</bdi>
      </a>
      <a className={c.card} href={`mailto:${email}`}>
        <IconMail size={24} aria-hidden />
        <b>
          <FormattedMessage {...text.email} />
        </b>
        <bdi>{email}</bdi>
      </a>
      <div className={c.card}>
        <IconMessageCircle size={24} aria-hidden />
        <b>
          <FormattedMessage {...text.chat} />
        </b>
        <ChatLink to="support" />
      </div>
      <p className={c.card}>
        <IconMapPin size={24} aria-hidden />
        <b>
          <FormattedMessage {...text.address} />
        </b>
        <bdi>{address}</bdi>
      </p>
    </section>
  )
}
