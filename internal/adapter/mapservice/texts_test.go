package mapservice_test

// The texts have the formats that the services document, and their usual fields. Of each
// list, only the first entry is complete.

var nominatimTexts = map[string]string{
	"/search":  nominatimList,
	"/lookup":  nominatimList,
	"/reverse": `{"place_id":88080915,"licence":"Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright","osm_type":"way","osm_id":5013364,"lat":"48.8582599","lon":"2.2945006","category":"man_made","type":"tower","place_rank":30,"importance":0.62,"addresstype":"man_made","name":"Eiffel Tower","display_name":"Eiffel Tower, 5, Avenue Anatole France, Paris, 75007, France","boundingbox":["48.8574753","48.8590453","2.2933119","2.2956897"]}`,
}

const nominatimList = `[
	{"place_id":88080915,"licence":"Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright","osm_type":"way","osm_id":5013364,"lat":"48.8582599","lon":"2.2945006","category":"man_made","type":"tower","place_rank":30,"importance":0.62,"addresstype":"man_made","name":"Eiffel Tower","display_name":"Eiffel Tower, 5, Avenue Anatole France, Paris, 75007, France","boundingbox":["48.8574753","48.8590453","2.2933119","2.2956897"]},
	{"osm_type":"node","osm_id":7,"lat":"NaN","lon":"2.29","name":"Nowhere","display_name":"Nowhere, France"},
	{"osm_type":"node","osm_id":8,"lat":"148.1","lon":"2.29","name":"Off the globe","display_name":"Off the globe, France"},
	{"osm_type":"node","osm_id":9,"lat":"48.1","name":"Half","display_name":"Half, France"},
	{"osm_type":"node","osm_id":10,"lat":"48.8","lon":"2.3","name":"","display_name":"12, Rue Cler, Paris, France"}
]`

var photonTexts = map[string]string{"/api": photonList, "/reverse": photonList}

const photonList = `{"type":"FeatureCollection","features":[
	{"type":"Feature","properties":{"osm_type":"W","osm_id":5013364,"osm_key":"man_made","osm_value":"tower","type":"house","postcode":"75007","housenumber":"5","countrycode":"FR","name":"Eiffel Tower","country":"France","city":"Paris","district":"Quartier du Gros-Caillou","street":"Avenue Anatole France","state":"Île-de-France","extent":[2.2933119,48.8590453,2.2956897,48.8574753]},"geometry":{"type":"Point","coordinates":[2.2945006,48.8582599]}},
	{"type":"Feature","properties":{"osm_type":"N","osm_id":7,"name":"Nowhere"},"geometry":{"type":"Point","coordinates":[]}},
	{"type":"Feature","properties":{"osm_type":"N","osm_id":8,"name":"Off the globe"},"geometry":{"type":"Point","coordinates":[2.2,148]}},
	{"type":"Feature","properties":{"osm_type":"N","osm_id":9},"geometry":{"type":"Point","coordinates":[2.2,48]}}
]}`

var googleTexts = map[string]string{
	"/v1/places:autocomplete": `{"suggestions":[
		{"placePrediction":{"place":"places/ChIJLU7jZClu5kcR4PcOOO6p3I0","placeId":"ChIJLU7jZClu5kcR4PcOOO6p3I0","text":{"text":"Eiffel Tower, Av. Gustave Eiffel, Paris, France","matches":[{"endOffset":6}]},"structuredFormat":{"mainText":{"text":"Eiffel Tower","matches":[{"endOffset":6}]},"secondaryText":{"text":"Av. Gustave Eiffel, Paris, France"}},"types":["tourist_attraction"]}},
		{"placePrediction":{"placeId":"../v1","structuredFormat":{"mainText":{"text":"Elsewhere"}}}},
		{"queryPrediction":{"text":{"text":"towers near me"}}}
	]}`,
	"/v1/places/ChIJLU7jZClu5kcR4PcOOO6p3I0": `{"formattedAddress":"Av. Gustave Eiffel, 75007 Paris, France","location":{"latitude":48.8583701,"longitude":2.2944813}}`,
	"/maps/api/geocode/json":                 `{"plus_code":{"global_code":"8FW4V75V+8Q"},"results":[{"address_components":[],"formatted_address":"Av. Gustave Eiffel, 75007 Paris, France","geometry":{"location":{"lat":48.8583701,"lng":2.2944813},"location_type":"ROOFTOP"},"place_id":"ChIJLU7jZClu5kcR4PcOOO6p3I0","types":["premise"]},{"formatted_address":"Gros-Caillou, Paris, France"}],"status":"OK"}`,
	"/directions/v2:computeRoutes":           `{"routes":[{"distanceMeters":1902,"duration":"298s","polyline":{"encodedPolyline":"mfp_I__vpAue@uSye@oa@"}}]}`,
}

const osrmText = `{"code":"Ok","routes":[{"geometry":"qikdcB{~dpXsaKanEicK}wI","legs":[{"steps":[],"summary":"","weight":263.1,"duration":260.2,"distance":1884.8}],"weight_name":"routability","weight":263.1,"duration":260.2,"distance":1884.8}],"waypoints":[{"hint":"","distance":4.231,"name":"Friedrichstraße","location":[13.388798,52.517033]},{"hint":"","distance":2.789,"name":"Torstraße","location":[13.39763,52.529432]}]}`

const valhallaText = `{"trip":{"locations":[{"type":"break","lat":52.517037,"lon":13.38886},{"type":"break","lat":52.5295,"lon":13.3976}],"legs":[{"summary":{"length":1.891,"time":244.7},"shape":"qikdcB{~dpXsaKanEicK}wI"}],"summary":{"has_time_restrictions":false,"has_toll":false,"length":1.891,"time":244.7,"cost":301.9},"status_message":"Found route between points","status":0,"units":"kilometers","language":"en-US"}}`
