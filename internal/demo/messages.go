package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hawker/internal/conversation"
	"hawker/internal/staff"
)

// answerTakes is how long the simulated staff think about a message, at pace 1; what is
// older than answerLeft is left to a person.
const (
	answerTakes = 8 * time.Second
	answerLeft  = time.Hour
	maxAnswers  = 50 // answered in one round
)

// answers are what they write, by the kind of the conversation, one after the other.
var answers = map[conversation.Kind][]string{
	conversation.Store: {
		"Hello, and thank you for writing. We are looking into it.",
		"Of course, we take care of that.",
		"Gladly. Is there anything else that we can do for you?",
	},
	conversation.Provider: {
		"Hello, and thank you for writing. What would you like to know about your trip?",
		"No problem. The vehicle will be ready for you.",
		"We look forward to seeing you.",
	},
	conversation.Rider: {
		"Hello! I am on my way.",
		"Thank you, I will find it.",
		"See you in a moment.",
	},
	conversation.Support: {
		"Hello, this is support. Thank you for writing. We are looking into it.",
		"We have asked the people concerned, and it is being taken care of.",
		"Gladly. Just write to us whenever something is not right.",
	},
}

// answerMessages answers the messages of customers that have waited long enough. A
// conversation in which a person has answered is theirs.
func (s *Staff) answerMessages(ctx context.Context) error {
	if s.Conversations == nil {
		return nil
	}
	waiting, err := s.Conversations.WaitingForStaff(ctx, maxAnswers)
	if err != nil {
		return fmt.Errorf("look for messages: %w", err)
	}
	for _, w := range waiting {
		waited := s.Clock.Now().Sub(time.UnixMilli(w.LastAt))
		if w.ByPerson || waited < time.Duration(float64(answerTakes)/s.Pace) || waited > answerLeft {
			continue
		}
		if err := s.answerMessage(ctx, w); err != nil && !errors.Is(err, errRefused) {
			return fmt.Errorf("answer conversation %d: %w", w.ID, err)
		}
	}
	return nil
}

func (s *Staff) answerMessage(ctx context.Context, w conversation.Waiting) error {
	by, known := answererOf(w)
	if !known {
		return nil
	}
	path := fmt.Sprintf("/%s/conversations/%d", by.Role, w.ID)
	if err := s.crew.call(ctx, by, http.MethodPost, path+"/read", map[string]any{"read": w.CustomerSeq}, nil); err != nil {
		return err
	}
	texts := answers[w.Kind]
	// The same key on every instance: one answer is stored.
	answer := map[string]any{"client_id": fmt.Sprintf("demo-%d-%d", w.ID, w.CustomerSeq), "text": texts[int(w.Answered)%len(texts)]}
	return s.crew.call(ctx, by, http.MethodPost, path+"/messages", answer, nil)
}

// answererOf returns who of the crew answers; false: a rider who is a person.
func answererOf(w conversation.Waiting) (staff.NewMember, bool) {
	switch w.Kind {
	case conversation.Store:
		return cookOf(storeView{ID: *w.StoreID, Name: w.Name}), true
	case conversation.Provider:
		return renterOf(tripView{ProviderID: *w.ProviderID, ProviderName: w.Name}), true
	case conversation.Rider:
		number, ours := numberOf(w.ZoneID, w.RiderPhone)
		return riderOf(w.ZoneID, number), ours
	}
	return dispatcher, true
}
