package conversations

import (
	"hawker/internal/conversation"
	"hawker/internal/staff"
)

// PartyOf returns a member of staff as a party of conversations.
func PartyOf(s staff.Session) conversation.Party {
	return conversation.Party{StaffID: s.Member.ID, Role: s.Role, StoreID: s.Store(), ProviderID: s.Provider()}
}
