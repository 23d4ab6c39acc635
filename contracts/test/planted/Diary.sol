// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title A diary whose entries are copied to another chain in their order
/// @notice Entries that come too early wait for those before them. Planted bug, gas limit too tight: the limit is enough for
/// one entry, and not for the one that others have waited for.
contract Diary is Plug {
    /// @notice The entries of this chain, or the copies of another's.
    uint256[] public entries;
    /// @notice Copies that wait for others, by their place; zero if none does.
    mapping(uint256 place => uint256) public early;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @param entry Not zero.
    function write(uint32 dstChainSlug, uint256 entry) external payable paysFees {
        _send(dstChainSlug, _inboundGas(), abi.encode(entries.length, entry));
        entries.push(entry);
    }

    function count() external view returns (uint256) {
        return entries.length;
    }

    function _inboundGas() internal pure virtual returns (uint256) {
        return 100_000;
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        (uint256 place, uint256 entry) = abi.decode(payload, (uint256, uint256));
        early[place] = entry;
        for (uint256 next = entries.length; early[next] != 0; next++) {
            entries.push(early[next]);
            delete early[next];
        }
    }
}

/// @title The same, mended: the limit is enough for all entries that a day can have
contract DiaryMended is Diary {
    constructor(ISocket socket_, address owner_) Diary(socket_, owner_) {}

    function _inboundGas() internal pure override returns (uint256) {
        return 500_000;
    }
}
