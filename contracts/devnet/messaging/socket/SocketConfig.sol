// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ICapacitorFactory} from "../interfaces/ICapacitorFactory.sol";
import {SocketContracts} from "./SocketContracts.sol";

/// @title Part of the socket that stores switchboards and the plugs' connections
abstract contract SocketConfig is SocketContracts {
    struct PlugConfig {
        address siblingPlug;
        address inboundSwitchboard;
        address outboundSwitchboard;
        address capacitor;
        address decapacitor;
    }

    /// @dev Included in transmitters' signatures.
    bytes32 internal constant VERSION = keccak256("IMLI");

    /// @inheritdoc ISocket
    uint32 public immutable chainSlug;

    /// @inheritdoc ISocket
    mapping(address switchboard => mapping(uint32 siblingChainSlug => address capacitor)) public capacitors__;
    /// @inheritdoc ISocket
    mapping(address switchboard => mapping(uint32 siblingChainSlug => address decapacitor)) public decapacitors__;
    /// @inheritdoc ISocket
    mapping(address capacitor => uint32 siblingChainSlug) public capacitorToSlug;

    mapping(address plug => mapping(uint32 siblingChainSlug => PlugConfig)) internal _plugConfigs;

    constructor(uint32 chainSlug_) {
        chainSlug = chainSlug_;
    }

    /// @inheritdoc ISocket
    function connect(
        uint32 siblingChainSlug_,
        address siblingPlug_,
        address inboundSwitchboard_,
        address outboundSwitchboard_
    ) external {
        address capacitor = capacitors__[outboundSwitchboard_][siblingChainSlug_];
        address decapacitor = decapacitors__[inboundSwitchboard_][siblingChainSlug_];
        if (capacitor == address(0) || decapacitor == address(0)) revert InvalidConnection();
        _plugConfigs[msg.sender][siblingChainSlug_] = PlugConfig({
            siblingPlug: siblingPlug_,
            inboundSwitchboard: inboundSwitchboard_,
            outboundSwitchboard: outboundSwitchboard_,
            capacitor: capacitor,
            decapacitor: decapacitor
        });
        emit PlugConnected(
            msg.sender,
            siblingChainSlug_,
            siblingPlug_,
            inboundSwitchboard_,
            outboundSwitchboard_,
            capacitor,
            decapacitor
        );
    }

    /// @inheritdoc ISocket
    /// @dev Open to everyone: a switchboard gains nothing except that plugs can choose it.
    function registerSwitchboardForSibling(
        uint32 siblingChainSlug_,
        uint256 maxPacketLength_,
        uint256 capacitorType_,
        address siblingSwitchboard_
    ) external returns (address capacitor, address decapacitor) {
        if (capacitors__[msg.sender][siblingChainSlug_] != address(0)) revert SwitchboardExists();

        (capacitor, decapacitor) = ICapacitorFactory(capacitorFactory__).deploy(
            capacitorType_,
            siblingChainSlug_,
            maxPacketLength_
        );
        capacitors__[msg.sender][siblingChainSlug_] = capacitor;
        decapacitors__[msg.sender][siblingChainSlug_] = decapacitor;
        capacitorToSlug[capacitor] = siblingChainSlug_;
        emit SwitchboardAdded(msg.sender, siblingChainSlug_, capacitor, decapacitor, maxPacketLength_, capacitorType_);
        emit SiblingSwitchboardUpdated(msg.sender, siblingChainSlug_, siblingSwitchboard_);
    }

    /// @inheritdoc ISocket
    function useSiblingSwitchboard(uint32 siblingChainSlug_, address siblingSwitchboard_) external {
        emit SiblingSwitchboardUpdated(msg.sender, siblingChainSlug_, siblingSwitchboard_);
    }

    /// @inheritdoc ISocket
    function getPlugConfig(
        address plugAddress_,
        uint32 siblingChainSlug_
    )
        external
        view
        returns (
            address siblingPlug,
            address inboundSwitchboard__,
            address outboundSwitchboard__,
            address capacitor__,
            address decapacitor__
        )
    {
        PlugConfig storage config = _plugConfigs[plugAddress_][siblingChainSlug_];
        return (
            config.siblingPlug,
            config.inboundSwitchboard,
            config.outboundSwitchboard,
            config.capacitor,
            config.decapacitor
        );
    }

    /// @inheritdoc ISocket
    function version() external pure returns (bytes32) {
        return VERSION;
    }

    /// @dev Returns the digest that a transmitter signs, both to seal a packet at its source and to propose it at its
    /// destination.
    function _transmitterDigest(
        uint32 dstChainSlug,
        bytes32 packetId,
        bytes32 root
    ) internal pure returns (bytes32 digest) {
        return keccak256(abi.encode(VERSION, dstChainSlug, packetId, root));
    }

    function _packMessage(
        uint32 srcChainSlug,
        address srcPlug,
        uint32 dstChainSlug,
        address dstPlug,
        MessageDetails memory message
    ) internal view returns (bytes32 packedMessage) {
        return hasher__.packMessage(srcChainSlug, srcPlug, dstChainSlug, dstPlug, message);
    }
}
