"""What an external link to a URL fills a sheet of LibreOffice's with: the texts of its cells, and of which kind they are, as JSON.

python3 external-link.py <port that LibreOffice listens on> <url> <rows> <columns>
"""

import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.table import CellAddress

port, url, rows, columns = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = None
while context is None:
    try:
        context = resolver.resolve(f"uno:socket,host=127.0.0.1,port={port};urp;StarOffice.ComponentContext")
    except NoConnectException:
        time.sleep(0.2)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (PropertyValue("Hidden", 0, True, 0),))
sheet = document.Sheets.getByIndex(0)
# Commas, quotes, UTF-8, from the first line on.
document.AreaLinks.insertAtPosition(CellAddress(0, 0, 0), url, "CSV_all", "Text - txt - csv (StarCalc)", "44,34,76,1")
document.AreaLinks.getByIndex(0).refresh()
cells = [[sheet.getCellByPosition(column, row) for column in range(columns)] for row in range(rows)]
print(json.dumps([[[cell.String, cell.Type.value] for cell in row] for row in cells]))
document.close(True)
desktop.terminate()
