package townsetting

import (
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

func parsePayments(in townfile.Payments) setting.Payments {
	p := setting.Payments{OfflineMinutes: in.OfflineMinutes, OnlineMinutes: in.OnlineMinutes}
	for _, m := range in.Offline {
		method := setting.OfflineMethod{ID: m.ID, Name: m.Name, Instructions: m.Instructions, Fields: []setting.OfflineField{}, Proof: setting.Proof(m.Proof)}
		for _, f := range m.Fields {
			method.Fields = append(method.Fields, setting.OfflineField(f))
		}
		p.Offline = append(p.Offline, method)
	}
	return p
}

func formatPayments(p setting.Payments) townfile.Payments {
	out := townfile.Payments{OfflineMinutes: p.OfflineMinutes, OnlineMinutes: p.OnlineMinutes}
	for _, m := range p.Offline {
		method := townfile.OfflineMethod{ID: m.ID, Name: m.Name, Instructions: m.Instructions, Fields: []townfile.OfflineField{}, Proof: string(m.Proof)}
		for _, f := range m.Fields {
			method.Fields = append(method.Fields, townfile.OfflineField(f))
		}
		out.Offline = append(out.Offline, method)
	}
	return out
}
