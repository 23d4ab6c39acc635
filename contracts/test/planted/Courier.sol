// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title Parcels that are paid for when they are packed, and sent later
/// @notice Planted bug, a fee read too early: what a parcel costs is read when it is packed, and may have risen when it is
/// sent.
contract Courier is Plug {
    uint256 internal constant INBOUND_GAS = 100_000;

    /// @notice Sum of all parcels that have arrived.
    uint256 public received;
    /// @notice The parcel that is packed; zero if none is.
    uint256 public packed;
    uint256 public postage;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Packs a parcel. What is attached pays for it later.
    function pack(uint32 dstChainSlug, uint256 parcel) external payable {
        packed = parcel;
        postage = minFees(dstChainSlug, INBOUND_GAS, 32);
    }

    /// @notice Sends the parcel. Anybody may.
    function dispatch(uint32 dstChainSlug) external virtual {
        socket.outbound{value: postage}(dstChainSlug, INBOUND_GAS, bytes32(0), bytes32(0), abi.encode(packed));
        packed = 0;
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        received += abi.decode(payload, (uint256));
    }
}

/// @title The same, mended: the fee is read when it is paid
contract CourierMended is Courier {
    constructor(ISocket socket_, address owner_) Courier(socket_, owner_) {}

    function dispatch(uint32 dstChainSlug) external override {
        _sendFromBalance(dstChainSlug, INBOUND_GAS, abi.encode(packed));
        packed = 0;
    }
}
