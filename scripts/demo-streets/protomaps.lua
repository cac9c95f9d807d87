-- Makes the layers of the Protomaps basemap (version 4) from OpenStreetMap's tags: those of its kinds that our style
-- draws, and no others, because the file comes along with the program. `earth` is the covered area.

-- Tiles end at this zoom level and are stretched beyond it. `min_zoom` above it tells the style when to draw.
local LAST = 14
-- The style draws bridges by themselves from this zoom level, and leaves gaps for them below it.
local BRIDGES = 12

node_keys = { "addr:housenumber", "amenity", "highway", "historic", "leisure", "natural", "place", "railway", "shop", "tourism" }

function init_function() end
function exit_function() end

local function set(values)
  local found = {}
  for _, value in ipairs(values) do found[value] = true end
  return found
end

-- The kind and the first zoom level of each class of road.
local roads = {
  motorway = { "highway", 7 }, trunk = { "major_road", 7 }, primary = { "major_road", 7 },
  secondary = { "major_road", 9 }, tertiary = { "major_road", 11 },
  residential = { "minor_road", 12 }, unclassified = { "minor_road", 12 }, road = { "minor_road", 12 },
  living_street = { "minor_road", 13 }, service = { "minor_road", 14 },
  pedestrian = { "path", 13 }, track = { "path", 13 }, cycleway = { "path", 14 }, bridleway = { "path", 14 },
  footway = { "path", 14 }, path = { "path", 14 }, steps = { "path", 14 },
}

-- The style draws no canals, which look like rivers.
local waterLines = { river = { "river", 9 }, canal = { "river", 11 }, stream = { "stream", 13 } }

-- What grows on land or is built upon it. The style leaves some kinds blank, such as meadows and pitches; they get the
-- nearest one that it draws.
local landByTag = {
  { "landuse", { forest = "forest", cemetery = "cemetery", industrial = "industrial", allotments = "allotments",
                 village_green = "village_green", grass = "grass", recreation_ground = "grass", meadow = "grassland" } },
  { "natural", { wood = "wood", scrub = "scrub", fell = "grassland", grassland = "grassland" } },
  { "leisure", { park = "park", pitch = "grass", playground = "playground", stadium = "grass", water_park = "park" } },
  { "amenity", { grave_yard = "cemetery", school = "school", university = "university", college = "college",
                 hospital = "hospital" } },
}
local broadLand = set { "forest", "wood", "scrub", "grassland" }

-- The kinds that have an icon, with the zoom level from which it is drawn.
local pois = {
  { "railway", { station = { "station", 13 }, halt = { "station", 13 } } },
  { "amenity", { school = { "school", 14 }, university = { "university", 14 }, townhall = { "townhall", 14 },
                 library = { "library", 15 }, theatre = { "theatre", 15 }, post_office = { "post_office", 15 },
                 restaurant = { "restaurant", 16 }, fast_food = { "fast_food", 16 }, cafe = { "cafe", 16 },
                 bar = { "bar", 16 }, pub = { "bar", 16 }, toilets = { "toilets", 17 },
                 drinking_water = { "drinking_water", 17 }, bench = { "bench", 18 } } },
  { "tourism", { museum = { "museum", 14 }, attraction = { "attraction", 15 }, zoo = { "zoo", 15 },
                 artwork = { "artwork", 16 } } },
  { "historic", { castle = { "attraction", 13 } } },
  { "leisure", { park = { "park", 15 }, stadium = { "stadium", 14 } } },
  { "shop", { supermarket = { "supermarket", 15 }, convenience = { "convenience", 16 }, books = { "books", 16 },
              clothes = { "clothes", 16 } } },
  { "natural", { peak = { "peak", 12 } } },
  { "highway", { bus_stop = { "bus_stop", 17 } } },
}

-- Kinds without a name that are worth an icon.
local worthwhileUnnamed = set { "toilets", "drinking_water", "bench" }

local settlements = { city = 7, town = 8, village = 10, hamlet = 12, locality = 14 }
local populationSteps = { 200, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000 }

local function firstOf(object, choices)
  for _, choice in ipairs(choices) do
    local found = choice[2][object:Find(choice[1])]
    if found then return found end
  end
end

local function writeNames(object)
  local name = object:Find("name")
  if name == "" then return end
  object:Attribute("name", name)
  local english = object:Find("name:en")
  if english ~= "" and english ~= name then object:Attribute("name:en", english) end
end

-- The style reads `min_zoom` to draw icons and names later than the last tiles begin.
local function writeZoom(object, zoom)
  object:MinZoom(math.min(zoom, LAST))
  object:AttributeNumeric("min_zoom", zoom)
end

local function writeAddress(object, asCentroid)
  local number = object:Find("addr:housenumber")
  if number == "" then return end
  if asCentroid then object:LayerAsCentroid("buildings") else object:Layer("buildings", false) end
  object:Attribute("kind", "address")
  object:Attribute("addr_housenumber", number)
  object:MinZoom(LAST)
end

local function writePoi(object, asCentroid)
  local found = firstOf(object, pois)
  if not found then return end
  local kind, zoom = found[1], found[2]
  if object:Find("name") == "" and not worthwhileUnnamed[kind] then return end
  if asCentroid then object:LayerAsCentroid("pois") else object:Layer("pois", false) end
  object:Attribute("kind", kind)
  writeNames(object)
  writeZoom(object, zoom)
end

local function writePlace(node)
  local place = node:Find("place")
  local zoom = settlements[place]
  local isPart = place == "suburb" or place == "neighbourhood"
  if not zoom and not isPart then return end
  node:Layer("places", false)
  node:Attribute("kind", isPart and "neighbourhood" or "locality")
  node:Attribute("kind_detail", place)
  local population = tonumber(node:Find("population")) or tonumber(node:Find("openGeoDB:population")) or 0
  local rank = 1
  for _, step in ipairs(populationSteps) do
    if population >= step then rank = rank + 1 end
  end
  node:AttributeNumeric("population_rank", rank)
  if node:Find("capital") == "yes" then node:Attribute("capital", "yes") end
  writeNames(node)
  writeZoom(node, zoom or 13)
end

function node_function(node)
  writePlace(node)
  writePoi(node, false)
  writeAddress(node, false)
end

-- The ways of a border carry its level only through their relations.
function relation_scan_function(relation)
  if relation:Find("boundary") == "administrative" then relation:Accept() end
end

local function writeBoundary(way)
  local level = way:Find("boundary") == "administrative" and tonumber(way:Find("admin_level")) or nil
  while way:NextRelation() do
    local found = tonumber(way:FindInRelation("admin_level"))
    if found and (not level or found < level) then level = found end
  end
  if level ~= 2 and level ~= 4 and level ~= 8 then return end
  way:Layer("boundaries", false)
  way:Attribute("kind", level == 2 and "country" or level == 4 and "region" or "locality")
  way:AttributeNumeric("kind_detail", level)
  way:MinZoom(level == 2 and 7 or level == 4 and 8 or 11)
end

local function writeRoad(way)
  local highway = way:Find("highway")
  local class = string.gsub(highway, "_link$", "")
  local road = roads[class]
  if not road then return end
  local kind, zoom = road[1], road[2]
  if way:IsClosed() and way:Find("area") == "yes" then
    if class ~= "pedestrian" and class ~= "footway" then return end
    way:Layer("landuse", true)
    way:Attribute("kind", "pedestrian")
    way:MinZoom(13)
    return
  end
  -- The ways between parked cars are too many and too short for a map of this size.
  if class == "service" and way:Find("service") == "parking_aisle" then return end
  way:Layer("roads", false)
  way:Attribute("kind", kind)
  way:Attribute("kind_detail", class)
  if class ~= highway then way:AttributeBoolean("is_link", true) end
  if way:Find("tunnel") == "yes" then way:AttributeBoolean("is_tunnel", true) end
  if way:Find("bridge") ~= "" and way:Find("bridge") ~= "no" then way:AttributeBoolean("is_bridge", true, BRIDGES) end
  if way:Find("oneway") == "yes" and kind ~= "path" then way:Attribute("oneway", "yes") end
  local ref = way:Find("ref")
  if ref ~= "" and (kind == "highway" or kind == "major_road") then
    way:Attribute("shield_text", ref)
    way:Attribute("network", "other")
  end
  writeNames(way)
  writeZoom(way, zoom)
end

local function writeRail(way)
  if way:Find("railway") ~= "rail" then return end
  way:Layer("roads", false)
  way:Attribute("kind", "rail")
  way:Attribute("kind_detail", "rail")
  if way:Find("tunnel") == "yes" then way:AttributeBoolean("is_tunnel", true) end
  writeZoom(way, way:Find("service") == "" and 9 or 13)
end

local function writeWater(way)
  local line = waterLines[way:Find("waterway")]
  if line then
    way:Layer("water", false)
    way:Attribute("kind", line[1])
    if way:Find("tunnel") ~= "" then way:AttributeBoolean("is_tunnel", true) end
    writeNames(way)
    way:MinZoom(line[2])
    return
  end
  local landuse = way:Find("landuse")
  local isRiver = way:Find("waterway") == "riverbank"
  if not isRiver and way:Find("natural") ~= "water" and landuse ~= "reservoir" and landuse ~= "basin" then return end
  if not way:IsClosed() then return end
  local zoom = isRiver and 7 or way:Area() > 100000 and 9 or 12
  way:Layer("water", true)
  way:Attribute("kind", isRiver and "river" or "lake")
  way:MinZoom(zoom)
  if isRiver or way:Find("name") == "" then return end
  way:LayerAsCentroid("water")
  way:Attribute("kind", "lake")
  writeNames(way)
  way:MinZoom(13)
end

local function writeLand(way)
  if not way:IsClosed() then return end
  local kind = firstOf(way, landByTag)
  if not kind then return end
  way:Layer("landuse", true)
  way:Attribute("kind", kind)
  way:MinZoom(broadLand[kind] and way:Area() > 200000 and 8 or broadLand[kind] and 11 or 13)
end

-- The land covers the borders of the world map, which is coarser. `area` is written by the script that calls us.
local function writeEarth(way)
  if way:Find("area") ~= "extract" then return end
  way:Layer("earth", true)
  way:Attribute("kind", "earth")
end

function way_function(way)
  writeEarth(way)
  writeBoundary(way)
  writeRoad(way)
  writeRail(way)
  writeWater(way)
  writeLand(way)
  local building = way:Find("building")
  if building ~= "" and building ~= "no" and way:IsClosed() then
    way:Layer("buildings", true)
    way:Attribute("kind", "building")
    way:MinZoom(13)
  end
  writePoi(way, true)
  writeAddress(way, true)
end
