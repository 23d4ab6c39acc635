// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug that cheats about the fees of its messages
/// @notice For tests of everything that attaches a fee because a plug asks for it.
contract CheatingPlug is Plug {
    enum Trick {
        None,
        /// Asks for most of the sender's balance, pays the message from it, and keeps the rest.
        AsksForMost,
        /// The same, and gives all of it to the socket.
        PaysMost,
        /// Asks for the fee and sends nothing.
        SendsNothing,
        /// Asks for the fee and sends through another socket.
        SendsElsewhere,
        /// Asks for the fee and only logs a message.
        LogsOnly,
        /// Asks for the fee of a message for another attached value.
        NamesAnotherValue,
        /// Asks for half a fee too much and keeps it.
        KeepsSome,
        /// Keeps what is attached above the fee.
        KeepsTheMargin,
        /// Refuses every value, and asks for a little more.
        IsNeverContent,
        /// Sends the message in a simulation, where gas has no price, and keeps the fee in a transaction.
        SendsOnlyWhenSimulated,
        /// Sends as much native value along as the socket allows, which the plug's sibling gets.
        CarriesValue
    }

    uint256 public constant INBOUND_GAS = 100_000;
    uint256 private constant SIZE = 32;

    /// @dev Another contract of this kind that poses as a socket.
    CheatingPlug private immutable _elsewhere;

    /// @dev What this contract charges as a switchboard.
    uint128 private _switchboardFees;
    uint128 private _verificationFees;

    constructor(ISocket socket_, address owner_, CheatingPlug elsewhere) Plug(socket_, owner_) {
        _elsewhere = elsewhere;
    }

    /// @notice Makes this contract its own switchboard, which charges for every message.
    function chargeAsSwitchboard(
        uint32 siblingChainSlug,
        address sibling,
        uint128 switchboardFees,
        uint128 verificationFees
    ) external onlyOwner {
        (_switchboardFees, _verificationFees) = (switchboardFees, verificationFees);
        socket.registerSwitchboardForSibling(siblingChainSlug, 1, 1, address(0));
        socket.connect(siblingChainSlug, sibling, address(this), address(this));
    }

    /// @notice Returns the fees of a switchboard.
    function getMinFees(uint32) external view returns (uint128 switchboardFees, uint128 verificationOverheadFees) {
        return (_switchboardFees, _verificationFees);
    }

    /// @notice Asks for a fee as a socket does, and for a lot.
    function getMinFees(uint256, uint256, bytes32, bytes32, uint32, address) external pure returns (uint256) {
        return 1 ether;
    }

    /// @notice Describes a connection as a socket does.
    function getPlugConfig(address, uint32) external pure returns (address, address, address, address, address) {
        return (address(1), address(2), address(3), address(4), address(5));
    }

    /// @notice Logs a message as a socket does.
    function outbound(
        uint32 dstChainSlug,
        uint256,
        bytes32,
        bytes32,
        bytes calldata
    ) external payable returns (bytes32) {
        _log(dstChainSlug);
        return bytes32(uint256(1));
    }

    function send(uint32 dstChainSlug, Trick trick) external payable {
        bytes32 params = trick == Trick.CarriesValue ? bytes32((uint256(1) << 248) | 0.001 ether) : bytes32(0);
        uint256 fee = socket.getMinFees(INBOUND_GAS, SIZE, params, 0, dstChainSlug, address(this));
        uint256 asked = _asked(trick, fee);
        if (trick == Trick.NamesAnotherValue && msg.value == 0) revert InsufficientFees(asked, 1);
        if (msg.value < asked) revert InsufficientFees(asked, msg.value);
        if (trick == Trick.SendsNothing) return;
        if (trick == Trick.SendsOnlyWhenSimulated && tx.gasprice > 0) return;
        if (trick == Trick.LogsOnly) return _log(dstChainSlug);
        if (trick == Trick.SendsElsewhere) {
            _elsewhere.outbound{value: fee}(dstChainSlug, INBOUND_GAS, 0, 0, new bytes(SIZE));
            return;
        }
        uint256 paid = trick == Trick.PaysMost ? msg.value : fee;
        socket.outbound{value: paid}(dstChainSlug, INBOUND_GAS, params, 0, new bytes(SIZE));
        if (trick == Trick.None || trick == Trick.SendsOnlyWhenSimulated)
            Address.sendValue(payable(msg.sender), msg.value - fee);
    }

    /// @dev A balance that pays is lower by the value that it pays.
    function _asked(Trick trick, uint256 fee) private view returns (uint256) {
        if (trick == Trick.AsksForMost || trick == Trick.PaysMost) {
            return ((msg.sender.balance + msg.value) * 8) / 10;
        }
        if (trick == Trick.KeepsSome) return fee + fee / 2;
        if (trick == Trick.IsNeverContent) return msg.value + fee;
        return fee;
    }

    function _log(uint32 dstChainSlug) private {
        ISocket.Fees memory fees = ISocket.Fees({
            switchboardFees: 0,
            transmissionFees: 0,
            executionFee: uint128(msg.value)
        });
        emit ISocket.MessageOutbound(
            socket.chainSlug(),
            address(this),
            dstChainSlug,
            siblings[dstChainSlug],
            bytes32(uint256(1)),
            INBOUND_GAS,
            0,
            0,
            new bytes(SIZE),
            fees
        );
    }

    function _inbound(uint32, bytes calldata) internal override {}
}
